import { createECDH, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { openFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from '../listener.ts';
import { opened, signerOf } from './messages.ts';

/** The broker's own pair of keys, as its environment has them. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushServiceOptions {
  readonly host: string;
  readonly port: number;
  readonly patience?: Patience;
}

/** What a browser gets when it subscribes, and hands on to the portal. */
export interface SandboxSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A message as the browser has read it. */
export interface PushedMessage {
  readonly endpoint: string;
  readonly text: string;
  readonly name: string | null;
  readonly keep_seconds: number;
}

export interface PushServiceSandbox {
  readonly address: string;
  /** A browser subscribes, with the key of whoever may send to it; left out: anybody who signs. */
  subscribe(key?: string): SandboxSubscription;
  /** The browser has ended it: the service answers 410 from now on. */
  end(endpoint: string): void;
  /** So many messages are too many: 429. */
  busy(count: number): void;
  /** Newest first. */
  messages(): readonly PushedMessage[];
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

interface Browser extends SandboxSubscription {
  readonly privateKey: Buffer;
  readonly sender: string | undefined;
  isOver: boolean;
}

const mostMessages = 1000;
const mostBrowsers = 1000;

/** A push service in the sandbox (RFC 8030), and the browsers that are subscribed at it: they read what comes (RFC 8291). */
export async function startPushService(options: PushServiceOptions): Promise<PushServiceSandbox> {
  const faults = openFaults();
  const browsers = new LRUCache<string, Browser>({ max: mostBrowsers });
  const messages: PushedMessage[] = [];
  let busy = 0;
  const answer = (request: VendorRequest): VendorAnswer => {
    if (request.method === 'GET') return { status: 404, body: '' };
    if (busy > 0) {
      busy -= 1;
      return { status: 429, headers: { 'retry-after': '1' }, body: '' };
    }
    const browser = browsers.get(request.path);
    const refused = refusal(request, browser, listener.address);
    if (refused || !browser) return { status: refused ?? 404, body: '' };
    const text = opened(request.body, { ...browser.keys, privateKey: browser.privateKey });
    if (text === undefined) return { status: 400, body: '' };
    const name = request.headers['topic'];
    const { endpoint } = browser;
    messages.unshift({
      endpoint,
      text,
      name: typeof name === 'string' ? name : null,
      keep_seconds: Number(request.headers['ttl']),
    });
    messages.splice(mostMessages);
    return { status: 201, headers: { location: `${listener.address}/message/${messages.length}` }, body: '' };
  };
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 503, body: '' },
    fault: ({ method }) => (method === 'POST' ? faults.takeForCall() : undefined),
    handle: answer,
    ...(options.patience ? { patience: options.patience } : {}),
  });
  return {
    address: listener.address,
    subscribe(key) {
      const { path, ...browser } = browserAt(listener.address, key);
      browsers.set(path, browser);
      return { endpoint: browser.endpoint, keys: browser.keys };
    },
    end(endpoint) {
      const browser = browsers.get(new URL(endpoint).pathname);
      if (browser) browser.isOver = true;
    },
    busy: (count) => void (busy = count),
    messages: () => messages,
    fault: (planned, count) => faults.set(planned, count),
    reset() {
      faults.set('none', 0);
      listener.forget();
      busy = 0;
      messages.splice(0);
      browsers.clear();
    },
    close: () => listener.close(),
  };
}

function browserAt(address: string, sender: string | undefined): Browser & { readonly path: string } {
  const own = createECDH('prime256v1');
  const p256dh = own.generateKeys('base64url');
  const path = `/push/${randomBytes(24).toString('base64url')}`;
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  return { path, endpoint: `${address}${path}`, keys, privateKey: own.getPrivateKey(), sender, isOver: false };
}

/** As RFC 8030 §5 and RFC 8292 §2 have it; undefined: it is taken. */
function refusal({ headers }: VendorRequest, browser: Browser | undefined, address: string): number | undefined {
  if (!browser) return 404;
  if (browser.isOver) return 410;
  if (!/^\d{1,9}$/.test(String(headers['ttl'])) || headers['content-encoding'] !== 'aes128gcm') return 400;
  const signer = signerOf(headers.authorization, address);
  if (signer === undefined) return 401;
  return browser.sender === undefined || browser.sender === signer ? undefined : 403;
}
