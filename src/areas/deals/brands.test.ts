import { expect, test } from 'vitest';
import { accountNumber, clientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { balancesOf, holdsOf } from '../../ledger/statement.ts';
import { hasTraded, resultBetween, splitsOf, tallyTrades, tradedSymbols } from './face.ts';

// What stands under "@ts-expect-error" is held by the compiler: the check fails where it would come to compile.
test('an account is taken for no client, and a client for no account, where either is asked what it has', () => {
  const client = clientId(100001);
  const account = accountNumber(500001);
  const at = new Date('2026-03-02T10:00:00Z');
  const swapped = [
    // @ts-expect-error What the book has is a client's.
    (sql: Sql) => balancesOf(sql, account),
    // @ts-expect-error So is what is set aside.
    (sql: Sql) => holdsOf(sql, account),
    // @ts-expect-error And whether anything was ever traded.
    (sql: Sql) => hasTraded(sql, account),
    // @ts-expect-error Trades are an account's.
    (sql: Sql) => tradedSymbols(sql, client),
    // @ts-expect-error What they came to,
    (sql: Sql) => resultBetween(sql, { number: client, from: at, to: at }),
    // @ts-expect-error what was split of them,
    (sql: Sql) => splitsOf(sql, { number: client, limit: 1 }),
    // @ts-expect-error and what they are together.
    (sql: Sql) => tallyTrades(sql, { number: client, since: '2026-03-02' }),
  ];
  expect(swapped).toHaveLength(7);
});
