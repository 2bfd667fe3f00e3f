// Shows push messages, also while no page is open. Of one match only the newest is shown.
self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : { title: "Scrapsite", body: "There is news.", url: "/matches/" };
  event.waitUntil(
    self.registration.showNotification(said.title, { body: said.body, tag: said.tag, data: said.url }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data, self.location.origin);
  if (page.origin === self.location.origin) {
    event.waitUntil(self.clients.openWindow(page.href));
  }
});
