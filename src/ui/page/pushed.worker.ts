/**
 * What a browser runs while the portal is closed in it: it shows what the broker has pushed, and opens the page that it leads to. It
 * answers no requests and keeps nothing, so it stands beside the assets and has no page in its scope.
 */
interface Pushed {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  /** One of a name is shown once, however often it comes. */
  readonly name: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

interface LastingEvent extends Event {
  waitUntil(shown: Promise<unknown>): void;
}
interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}
interface ClickEvent extends LastingEvent {
  readonly notification: Notification;
}

/** The scope that a service worker has in the place of a window. */
const worker = globalThis as unknown as {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow(address: string): Promise<unknown> };
  addEventListener(type: 'push', heard: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', heard: (event: ClickEvent) => void): void;
};

worker.addEventListener('push', (event) => {
  if (event.data === null) return;
  const { title, text, path, name, language, direction } = event.data.json() as Pushed;
  event.waitUntil(
    worker.registration.showNotification(title, { body: text, tag: name, lang: language, dir: direction, data: path }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(String(event.notification.data), location.origin);
  const isOurs = address.origin === location.origin;
  event.waitUntil(worker.clients.openWindow(isOurs ? address.href : location.origin));
});
