import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import * as movements from './movements.ts';
import { shareOf, withdrawable } from './rules.ts';
import { stepOf } from './steps.ts';
import type { Remittance } from './store.ts';
import { move, post, type Work } from './work.ts';

/** Takes out what the client still has of a payment that was taken back. */
export async function takeBack(work: Work, remittance: Remittance): Promise<boolean> {
  const covered =
    remittance.accountPlatform === null ? await coveredByWallet(work, remittance) : await coveredByAccount(work, remittance);
  if (covered === undefined) return false;
  const { amount, fee, accountAmount } = remittance;
  const share = shareOf(covered, { paid: accountAmount, arrived: amount - fee });
  const coveredPaidMinor = covered > 0n && share === 0n ? 1n : share;
  const at = work.needs.clock.now();
  return post(work, movements.reversed(remittance, { at, coveredMinor: covered, coveredPaidMinor }));
}

async function coveredByWallet(work: Work, remittance: Remittance): Promise<bigint> {
  const owner = { company: remittance.companyId, clientId: remittance.clientId };
  const balance = await balanceOf(work.run.sql, chart.wallet(owner, remittance.accountCurrency));
  return balance < remittance.accountAmount ? balance : remittance.accountAmount;
}

/** Undefined while the platform has not answered. */
async function coveredByAccount(work: Work, remittance: Remittance): Promise<bigint | undefined> {
  const { accountPlatform: platform, accountNumber: login, accountAmount, accountCurrency: currency, id } = remittance;
  if (platform === null) return 0n;
  const known = await stepOf(work.run.sql, id, 'reverse');
  let amount = known?.amount;
  if (amount === undefined) {
    const answer = await work.needs.platforms[platform].account(login);
    if (answer.outcome === 'refused' && answer.code === 'not_found') return 0n;
    if (answer.outcome !== 'done') return undefined;
    const free = withdrawable(answer.account);
    if (free === 0n) return 0n;
    amount = free < accountAmount ? -free : -accountAmount;
  }
  const outcome = await move(work, remittance, { name: 'reverse', platform, login, amount, currency });
  if (outcome.outcome === 'pending') return undefined;
  if (outcome.outcome === 'refused') return 0n;
  const step = await stepOf(work.run.sql, id, 'reverse');
  return step ? -step.amount : -amount;
}
