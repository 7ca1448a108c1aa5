import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { numberedAnswers, riskOf, suitabilityAnswers, type GivenAnswers, type InvestorStatus } from '../../law/investors.ts';
import * as store from './store.ts';

export { answer as answerQuestionnaire } from './answering.ts';
export type { InvestorRow } from './store.ts';

/** How far a client is as an investor, with the risk that the answers which count allow. */
export async function investorOf(sql: Sql, client: ClientId): Promise<store.InvestorRow> {
  return store.investorOf(sql, client);
}

/** The same, with the client's row locked until the caller's transaction ends. */
export async function lockInvestor(sql: Sql, client: ClientId): Promise<store.InvestorRow> {
  return store.lockInvestor(sql, client);
}

const afterAsking: Readonly<Partial<Record<InvestorStatus, InvestorStatus>>> = { time_to_deposit: 'wait_pmd_to_invest' };
const afterMoney: Readonly<Partial<Record<InvestorStatus, InvestorStatus>>> = {
  time_to_deposit: 'active',
  wait_pmd_to_invest: 'active',
};

/** A strategy is followed, or (`isFunded`) its first money is there. */
export async function investorGoesOn(sql: Sql, client: ClientId, { isFunded }: { readonly isFunded: boolean }): Promise<void> {
  const investor = await store.lockInvestor(sql, client);
  const status = (isFunded ? afterMoney : afterAsking)[investor.status];
  if (status !== undefined) await store.writeInvestor(sql, client, { ...investor, status });
}

/** An investor whose answers were given elsewhere, as seeds and moves from other systems bring them. */
export async function bringInvestor(
  sql: Sql,
  of: {
    readonly clientId: ClientId;
    readonly given: GivenAnswers;
    readonly status: Exclude<InvestorStatus, 'form' | 'waiting_form_approve'>;
    readonly at: Date;
  },
): Promise<void> {
  const { clientId, given, status, at } = of;
  const risk = riskOf(given);
  await store.insertForm(sql, { clientId, answers: numberedAnswers(given), risk, status: 'approved', answeredAt: at });
  await store.writeInvestor(sql, clientId, { status, risk, suitability: suitabilityAnswers(given) });
}
