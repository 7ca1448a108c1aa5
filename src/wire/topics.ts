/**
 * What can go stale in a browser. A read call names the topics it shows, a write call and the worker's jobs name
 * those they have made stale; the same words travel over the stream.
 */
export const topics = [
  'client_info',
  'accounts',
  'transfers',
  'wallets',
  'notices',
  'inbox',
  'rates',
  'positions',
  'dashboard',
] as const;

export type Topic = (typeof topics)[number];
