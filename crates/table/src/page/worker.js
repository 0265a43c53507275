// The service worker of a page. It only shows the page after a tap on its notification, because Chromium on Android has
// no other notifications than those of service workers. It answers no requests and keeps nothing.

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage());
});

async function showPage() {
  // The page was loaded before it had a worker.
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = windows.find(({ url }) => url.startsWith(self.registration.scope));
  return page ? page.focus() : self.clients.openWindow(self.registration.scope);
}
