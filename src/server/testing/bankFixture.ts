import { expect } from 'vitest';
import type { Currency } from '../../base/currency.ts';
import { provider, suspense } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { SignedIn, StaffSignedIn, TestApp } from './app.ts';

/** A transaction at the bank as it is kept. */
export interface KeptAtBank {
  readonly id: number;
  readonly outcome: string;
  readonly why: string | null;
  readonly remittance_id: number | null;
}

/** The bank of a test application, and what the desk has of it. */
export async function openBankFixture(app: TestApp, client: SignedIn) {
  const { name } = await app.owner.sql.one<{ name: string }>(
    `select first_name || ' ' || last_name as name from client where id = $1`,
    [client.clientId],
  );
  const atBank = (body: object) => app.call({ method: 'POST', path: '/sandbox/bank', body });
  return {
    /** The client's name, as their bank has it. */
    name,
    /** Money of the client's arrives at an account of company 3; the bank's number of it. */
    async arrives(more: object): Promise<string> {
      const answer = await atBank({ company: 3, currency: 'USD', amount: '250.00', payer: name, ...more });
      expect(answer.errors).toEqual([]);
      return answer.data.entry;
    },
    takenBack: (entry: string, more: object = {}) => atBank({ takes_back: entry, ...more }),
    /** The bank's statements are fetched, and what they tell of is done. */
    async fetched(): Promise<void> {
      await app.opened.worker?.sweep('bank.statements');
      await app.drain();
    },
    entryNamed: (servicer: string) =>
      app.owner.sql.one<KeptAtBank>('select id, outcome, why, remittance_id from bank_entry where entry_key = $1', [
        `servicer:${servicer}`,
      ]),
    /** How many cases of it are open. */
    async waits(id: number): Promise<number> {
      const rows = await app.owner.sql.many(
        `select from desk_case where queue = 'unmatched' and subject = $1 and closed_at is null`,
        [`bank_entry:${id}`],
      );
      return rows.length;
    },
    async held(currency: Currency = 'USD') {
      return {
        suspense: await balanceOf(app.owner.sql, suspense(3, currency)),
        bank: await balanceOf(app.owner.sql, provider(3, currency, 'bank')),
      };
    },
    /** How the balances of company 3 in US dollars compare, after so many looks. */
    async compared(as: StaffSignedIn, looks = 1) {
      for (let look = 0; look < looks; look += 1) {
        await app.opened.clock.advance(300);
        await app.opened.worker?.sweep('bank.balances');
      }
      const { balances } = (await app.call({ method: 'GET', path: '/api/desk/bank/balances', as })).data;
      return balances.find((each: { company: number; currency: string }) => each.company === 3 && each.currency === 'USD');
    },
    decide: (id: number, body: object, as: StaffSignedIn) =>
      app.call({ method: 'POST', path: `/api/desk/bank/entries/${id}`, body: { reason: 'looked into it', ...body }, as }),
  };
}

export type BankFixture = Awaited<ReturnType<typeof openBankFixture>>;
