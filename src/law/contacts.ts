/** How a client is reached: the address that they sign in with, the telephone, and an address beside it. */
export const contactKinds = ['email', 'mobile', 'secondary_email'] as const;
export type ContactKind = (typeof contactKinds)[number];

export function isContactKind(name: string): name is ContactKind {
  return contactKinds.some((kind) => kind === name);
}

/** What a client may be sent beside what the broker must send, and whether it is before they have said a word. */
export const subscriptions = {
  news: { isOn: false },
  promotions: { isOn: false },
  market_analysis: { isOn: true },
  education: { isOn: true },
} as const satisfies Readonly<Record<string, { readonly isOn: boolean }>>;

export type SubscriptionTopic = keyof typeof subscriptions;
export const subscriptionTopics = Object.keys(subscriptions) as readonly SubscriptionTopic[];

/** Document 3 §9: the PIN of a client from there comes by SMS, of everybody else by e-mail. */
export const smsPinCountries: readonly string[] = ['IN', 'PH'];
