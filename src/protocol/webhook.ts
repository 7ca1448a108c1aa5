/** Below it are the doors of outside parties. */
export const webhookRoot = '/api/webhooks/';

/** A door for an outside party's messages: the very bytes go in, the answer that it expects comes out. */
export interface Webhook {
  /** Absolute, such as `/api/webhooks/payments/praxis`. */
  readonly path: string;
  handle(
    raw: Buffer,
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
    /** Where it came from, and the id under which it is followed. */
    from?: { readonly address: string; readonly trace: string },
  ): Promise<{
    status: number;
    headers: Readonly<Record<string, string>>;
    body: string;
    /** The payment that it is about, where it is theirs. */
    reference?: string;
  }>;
}
