import { clientId } from '../../base/id.ts';
import type { Intent } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Leg, MovementKind } from '../../ledger/entries.ts';

/** Postings for tests of the book: each of a client and under a key that nobody had before. */
export function openIntents() {
  let nextClient = 700_000;
  let nextFact = 0;
  const at = new Date('2026-03-02T10:00:00.123Z');
  const praxis = chart.provider(3, 'USD', 'praxis');
  const newOwner = () => ({ company: 3, clientId: clientId((nextClient += 1)) });
  const newKey = (kind: string) => `${kind}:${(nextFact += 1)}`;
  const intent = (kind: MovementKind, legs: [Leg, ...Leg[]], key = newKey(kind)): Intent => ({
    movement: { key, kind, legs, at },
  });
  return {
    at,
    praxis,
    newOwner,
    newKey,
    intent,
    deposit: (wallet: chart.Account, minor: bigint, key?: string) =>
      intent('deposit', [{ from: praxis, to: wallet, minor }], key),
    fee: (wallet: chart.Account, minor: bigint, key?: string) =>
      intent('fee', [{ from: wallet, to: chart.fees(3, 'USD'), minor }], key),
  };
}
