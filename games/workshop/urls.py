"""The addresses of the workshop."""

from django.urls import path

from games.workshop.views import answers, cards, discussion, drafts, moderation, revisions, texts

urlpatterns = [
    path("workshop/", drafts.workshop, name="workshop"),
    path("workshop/new/", drafts.draft_new, name="draft_new"),
    path("workshop/reports/", moderation.draft_reports, name="draft_reports"),
    path("workshop/<str:draft_id>/", drafts.draft_detail, name="draft_detail"),
    path("workshop/<str:draft_id>/add/", cards.card_add, name="card_add"),
    path("workshop/<str:draft_id>/answers/", answers.answer_list, name="answer_list"),
    path("workshop/<str:draft_id>/questions/", answers.questions_set, name="questions_set"),
    path("matches/<str:match_id>/answer/", answers.answer_create, name="answer_create"),
    path("matches/<str:match_id>/draft.json", revisions.match_draft, name="match_draft"),
    path("workshop/<str:draft_id>/cards/", cards.card_list, name="card_list"),
    path("workshop/<str:draft_id>/cards/<slug:slug>/", cards.card_edit, name="card_edit"),
    path("workshop/<str:draft_id>/rules/", cards.rules_edit, name="rules_edit"),
    path("workshop/<str:draft_id>/rulebook/", texts.text_list, name="text_list"),
    path("workshop/<str:draft_id>/rulebook/<slug:anchor>/", texts.text_edit, name="text_edit"),
    path("workshop/<str:draft_id>/propose/", texts.text_propose, name="text_propose"),
    path("workshop/<str:draft_id>/discussion/", discussion.discussion_page, name="discussion"),
    path("workshop/<str:draft_id>/discussion/add/", discussion.comment_add, name="draft_comment_add"),
    path("workshop/<str:draft_id>/discussion/close/", discussion.discussion_close, name="discussion_close"),
    path(
        "workshop/<str:draft_id>/discussion/<int:pk>/edit/",
        discussion.comment_edit,
        name="draft_comment_edit",
    ),
    path(
        "workshop/<str:draft_id>/discussion/<int:pk>/hide/",
        moderation.comment_moderate,
        name="draft_comment_hide",
    ),
    path("workshop/<str:draft_id>/report/", moderation.draft_report, name="draft_report"),
    path("workshop/<str:draft_id>/moderate/", moderation.draft_moderate, name="draft_moderate"),
    path("workshop/<str:draft_id>/candidate/", drafts.draft_candidate, name="draft_candidate"),
    path("workshop/<str:draft_id>/change/", drafts.draft_change, name="draft_change"),
    path("workshop/<str:draft_id>/copy/", drafts.draft_copy, name="draft_copy"),
    path("workshop/<str:draft_id>/keep/", drafts.draft_keep, name="draft_keep"),
    path("workshop/<str:draft_id>/play/", drafts.draft_play, name="draft_play"),
    path("workshop/<str:draft_id>/remove/", drafts.draft_remove, name="draft_remove"),
    path("workshop/<str:draft_id>/rename/", drafts.draft_rename, name="draft_rename"),
    path("workshop/<str:draft_id>/save/", drafts.draft_save, name="draft_save"),
    path("workshop/<str:draft_id>/share/", drafts.draft_share, name="draft_share"),
    path("workshop/<str:draft_id>/<int:number>/", revisions.revision_detail, name="revision_detail"),
    path("workshop/<str:draft_id>/<int:number>/cards/", revisions.draft_cards, name="draft_cards"),
    path(
        "workshop/<str:draft_id>/<int:number>/rulebook/",
        revisions.revision_rulebook,
        name="revision_rulebook",
    ),
    path(
        "workshop/<str:draft_id>/<int:number>/rulebook/<slug:anchor>/",
        revisions.revision_rule,
        name="revision_rule",
    ),
    path("workshop/<str:draft_id>/<int:number>/cards/<slug:slug>/", revisions.draft_card, name="draft_card"),
    path(
        "workshop/<str:draft_id>/<int:number>/cards/<slug:slug>/face/",
        revisions.draft_face,
        name="draft_face",
    ),
]
