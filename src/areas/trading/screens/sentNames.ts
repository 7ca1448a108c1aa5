import { minuteMs } from '../../../base/time.ts';

/**
 * The names of orders that were sent and not answered yet, by what they want. They are kept with the tab: whoever loads it anew before
 * the answer has come and presses again sends the same order, and so does a copy of the tab.
 */
const key = 'trading.sent';
/** Longer than anybody waits for an answer; what is pressed later is meant anew. */
const keptMs = 5 * minuteMs;

type Sent = Readonly<Record<string, { readonly name: string; readonly at: number }>>;

/** The name under which it is sent: the one under which it was sent before, while that has not been answered. */
export function nameFor(what: string, now: () => number = Date.now): string {
  const sent = read(now());
  const name = sent[what]?.name ?? crypto.randomUUID();
  if (!sent[what]) write({ ...sent, [what]: { name, at: now() } });
  return name;
}

/** It has been answered: the next one like it is another order. */
export function forgetSent(what: string, now: () => number = Date.now): void {
  const { [what]: _answered, ...others } = read(now());
  write(others);
}

function read(now: number): Sent {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept as Sent).filter(([, { at }]) => now - at < keptMs));
}

function write(sent: Sent): void {
  if (Object.keys(sent).length === 0) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(sent));
}
