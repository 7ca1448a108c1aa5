/**
 * What can go stale in a browser. A read call names the topics it shows, a write call and the worker's jobs name
 * those they have made stale; the same words travel over the stream.
 */
const clientTopics = [
  'client_info',
  'accounts',
  // What accounts hold as the market moves: told every few seconds while a client with open positions is at the screen.
  'equity',
  'transfers',
  'wallets',
  'notices',
  'inbox',
  'rates',
  'positions',
  'dashboard',
  'sessions',
  'security',
  'gold',
  'documents',
  'strategies',
  'exports',
  'copies',
  'signals',
  // How the terminal's charts are set up, and what is drawn over them.
  'charts',
  // A client's own lists of symbols.
  'watchlists',
  'calendar',
  'prepaidCards',
] as const;

/** Of the desk: no stream leads there, its browsers read again after their own calls. */
export const deskTopics = ['staff', 'approvals', 'settings', 'cases', 'audit', 'desk_exports'] as const;

export const topics = [...clientTopics, ...deskTopics] as const;

export type Topic = (typeof topics)[number];

/** Sets that an event may carry by their names, which `outbox_topics` (server/background/round.sql) knows too. */
export const topicSets = {
  money: ['accounts', 'transfers', 'wallets', 'dashboard'],
} as const satisfies Readonly<Record<string, readonly Topic[]>>;

const newsTopics: ReadonlySet<string> = new Set<Topic>(['client_info', 'notices', 'inbox']);

/** Whether it is of what rides along on answers when it has changed (interfaces §2). */
export function isNewsTopic(topic: string): boolean {
  return newsTopics.has(topic);
}

/** What a call that was answered makes stale: of a call of several steps, only the one that changes something does. */
export function staleOf(
  spec: { readonly stale?: readonly Topic[]; readonly staleWhen?: { readonly field: string; readonly is: string } },
  input: unknown,
): readonly Topic[] {
  const { stale = [], staleWhen } = spec;
  if (staleWhen === undefined) return stale;
  const told: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, staleWhen.field) : undefined;
  return told === staleWhen.is ? stale : [];
}

/** An outbox event that makes topics stale in browsers: those of the client that it names, else everybody's. */
export function staleLine(stale: readonly Topic[]): {
  readonly topic: 'live';
  readonly payload: { readonly topics: readonly Topic[] };
} {
  return { topic: 'live', payload: { topics: stale } };
}
