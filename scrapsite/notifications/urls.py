"""URLs of the notification pages. They belong to the app `scrapsite`."""

from django.urls import path

from scrapsite.notifications import views

urlpatterns = [
    path("me/news/", views.news_list, name="news_list"),
    path("me/news/read/", views.news_read, name="news_read"),
    path("me/alerts/", views.notification_choices, name="notification_choices"),
    path("me/alerts/feeds/", views.feed_renew, name="feed_renew"),
    path("me/alerts/feeds/end/", views.feed_revoke, name="feed_revoke"),
    path("me/alerts/push/", views.push_start, name="push_start"),
    path("me/alerts/push/end/", views.push_end, name="push_end"),
    path("alerts/stop/<str:token>/", views.notification_stop, name="notification_stop"),
    path("feeds/<str:key>/alerts.atom", views.feed_atom, name="feed_atom"),
    path("feeds/<str:key>/deadlines.ics", views.feed_calendar, name="feed_calendar"),
]
