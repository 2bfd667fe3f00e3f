"""Addresses of proposals: drafts and their blocks, reviews, and the return to older revisions."""

from django.urls import path

from rules.wiki.views import drafts, proposals, updates

PROPOSAL = "proposals/<int:pk>/"

urlpatterns = [
    path("proposals/", proposals.proposal_list, name="proposal_list"),
    path(PROPOSAL, proposals.proposal_detail, name="proposal_detail"),
    path(f"{PROPOSAL}edit/", drafts.proposal_edit, name="proposal_edit"),
    path(f"{PROPOSAL}edit/<str:key>/", drafts.block_edit, name="block_edit"),
    path(f"{PROPOSAL}edit/<str:key>/add/", drafts.block_add, name="block_add"),
    path(f"{PROPOSAL}edit/<str:key>/chapter/", drafts.chapter_edit, name="chapter_edit"),
    path(f"{PROPOSAL}preview/", drafts.proposal_preview, name="proposal_preview"),
    path(f"{PROPOSAL}submit/", proposals.proposal_submit, name="proposal_submit"),
    path(f"{PROPOSAL}withdraw/", proposals.proposal_withdraw, name="proposal_withdraw"),
    path(f"{PROPOSAL}reviews/", proposals.proposal_review, name="proposal_review"),
    path(f"{PROPOSAL}update/", updates.proposal_update, name="proposal_update"),
    path("<slug:game>/<str:edition>/proposals/", proposals.proposal_create, name="proposal_create"),
    path(
        "<slug:game>/<str:edition>/revisions/<int:revision>/revert/",
        updates.revision_revert,
        name="revision_revert",
    ),
]
