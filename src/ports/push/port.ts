/** What the broker asks of the push services that browsers are subscribed at. */
export interface Push {
  /** What browsers subscribe with: the uncompressed point of P-256, base64url. */
  readonly publicKey: string;
  /** Whether an address is one of a push service that we send to; nothing is ever sent anywhere else. */
  serves(endpoint: string): boolean;
  /** Hands one message over, which only the browser can read. Never throws for what the service may answer. */
  send(message: PushMessage): Promise<PushAnswer>;
  /** Whether the push services can be reached at all; changes nothing. */
  reach(): Promise<ReachAnswer>;
}

/** Where one browser is reached, as it told it when it subscribed. */
export interface PushAddress {
  readonly endpoint: string;
  /** The browser's public key and its secret, base64url (RFC 8291). */
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  readonly to: PushAddress;
  /** At most 3 993 bytes (RFC 8291 §4). */
  readonly text: string;
  /** A browser that is not there for longer is not told any more. */
  readonly keepSeconds: number;
  /** Up to 32 letters of base64url: a newer message takes the place of one that waits under the same name. */
  readonly name: string;
}

export type PushAnswer =
  | { readonly outcome: 'sent' }
  /** The browser is not subscribed any more: never send there again. */
  | { readonly outcome: 'gone' }
  /** It will never be taken: do not send it again. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** It was surely not taken: send it again later. */
  | { readonly outcome: 'later'; readonly reason: string }
  /** It may or may not have been taken. */
  | { readonly outcome: 'unknown'; readonly reason: string };

export type ReachAnswer = { readonly outcome: 'done' } | { readonly outcome: 'unknown'; readonly reason: string };
