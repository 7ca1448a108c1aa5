import workerAddress from './pushed.worker.ts?worker&url';
import { pushCalls } from '../../protocol/pushCalls.ts';
import type { Api } from '../api/send.ts';
import { pushedClient, rememberPushed } from './pushMemory.ts';

/** `unable`: it has no push. `denied`: its owner has said no to messages of this site. */
export type BrowserPush =
  | { readonly is: 'unable' | 'denied' }
  /** `key`: whose messages it takes, where it says so. */
  | { readonly is: 'able'; readonly endpoint: string | undefined; readonly key: string | undefined };

/** Why a browser could not be subscribed: its owner said no, or its push service cannot be reached. */
export type PushTrouble = 'denied' | 'unreached';

/** What the server takes of a subscription. */
export interface Subscribed {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** What this browser can do, and whether it is subscribed. */
export async function lookAtBrowser(): Promise<BrowserPush> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return { is: 'unable' };
  if (Notification.permission === 'denied') return { is: 'denied' };
  const subscription = await subscriptionHere();
  return { is: 'able', endpoint: subscription?.endpoint, key: senderOf(subscription) };
}

function senderOf(subscription: PushSubscription | null): string | undefined {
  const key = subscription?.options.applicationServerKey;
  if (!key) return undefined;
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Asks the owner, and subscribes with the broker's key; one that was made with another key is made anew. */
export async function subscribeBrowser(key: string): Promise<Subscribed | PushTrouble> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    const registration = await navigator.serviceWorker.register(workerAddress);
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return subscribedBy(made) ?? 'unreached';
  } catch {
    return 'unreached';
  }
}

export async function unsubscribeBrowser(): Promise<void> {
  rememberPushed(null);
  await (await subscriptionHere())?.unsubscribe();
}

/** A session ends, and what was allowed in it: who signs in again in a browser where they have allowed it has it back. */
export async function keepPushed(api: Api, client: number): Promise<void> {
  const subscription = pushedClient() === String(client) ? await subscriptionHere() : null;
  const subscribed = subscription && subscribedBy(subscription);
  if (!subscribed) return;
  const { endpoints } = await api.send(pushCalls.push, {});
  if (!endpoints.includes(subscribed.endpoint)) await api.send(pushCalls.savePush, subscribed);
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const scope = new URL('./', new URL(workerAddress, location.href)).href;
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function subscribedBy(subscription: PushSubscription): Subscribed | undefined {
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : undefined;
}
