/** What the broker asks of a telephone gateway: a short message, or a call that reads one aloud. */
export interface Sms {
  /** Hands the message over. Never throws for what the provider may answer. */
  send(message: PhoneMessage): Promise<SmsAnswer>;
}

export interface PhoneMessage {
  readonly channel: 'sms' | 'voice';
  /** E.164, as in "+27821234567". */
  readonly to: string;
  readonly text: string;
  /** BCP 47; a call is read in this language. */
  readonly locale: string;
}

export type SmsAnswer =
  | { readonly outcome: 'sent'; readonly providerId: string }
  /** It will never be taken: do not send it again. */
  | { readonly outcome: 'refused'; readonly code: SmsRefusal; readonly message: string }
  /** It was surely not taken: send it again later. */
  | { readonly outcome: 'later'; readonly reason: string }
  /** It may or may not have been taken. */
  | { readonly outcome: 'unknown'; readonly reason: string };

export type SmsRefusal = 'bad_number' | 'country_not_served' | 'unsubscribed' | 'rejected_by_provider';
