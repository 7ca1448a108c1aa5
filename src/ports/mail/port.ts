/** What the broker asks of a mail provider: take one letter for one person. */
export interface Mail {
  /** Hands the letter over. Never throws for what the provider may answer. */
  send(letter: Letter): Promise<MailAnswer>;
  /** Whether the provider is there and takes letters from us. Nothing is sent. */
  check(): Promise<MailCheck>;
  close(): void;
}

export interface Letter {
  /** Our own id of the letter. Sent again under the same id it is, to the recipient's mailbox, the same letter. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** BCP 47, for the letter's Content-Language. */
  readonly locale: string;
}

export type MailCheck =
  | { readonly outcome: 'done' }
  /** It does not know us. */
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type MailAnswer =
  | { readonly outcome: 'sent'; readonly providerId: string }
  /** It will never be taken: do not send it again. */
  | { readonly outcome: 'refused'; readonly code: 'bad_recipient' | 'rejected_by_provider'; readonly message: string }
  /** It was surely not taken: send it again later. */
  | { readonly outcome: 'later'; readonly reason: string }
  /** It may or may not have been taken. A second copy of a letter does less harm than none. */
  | { readonly outcome: 'unknown'; readonly reason: string };
