import { remittanceId, type AccountNumber, type ClientId, type RemittanceId } from '../../../base/id.ts';
import { after, minuteMs } from '../../../base/time.ts';
import type { FundingAccount } from '../../fundingAccounts/face.ts';
import { calls } from '../calls.ts';
import type { Run } from '../context.ts';
import type { ProcessContext } from '../contract.ts';
import { leavable } from '../leaving.ts';
import { internalMethodId, sourceColumns } from '../quotes.ts';
import { addQuote, type Remittance } from '../store.ts';

/* Transfers that another area asks for: by the same way as a client's own, to or from an account that copies a strategy too. */

export type Hands = Parameters<typeof calls>[0];

export interface OwnMove {
  readonly from: number;
  readonly to: number;
  /** Which of both copies a strategy. */
  readonly copied: 'from' | 'to';
  /** In the currency of the source, as it was typed. */
  readonly amount: string | number;
  readonly confirmsBonusRemoval?: boolean | undefined;
  /** Looks at what would arrive, in the currency of the target, and notes the payment before anything moves. */
  readonly accept: (id: RemittanceId, arrives: { readonly amount: string; readonly currency: string }) => Promise<void>;
}

/** Confirms and saves a transfer of the caller's; refused as such a one is. Answers its number and how it stands. */
export async function moveOwnMoney(app: Hands, ctx: ProcessContext, move: OwnMove) {
  const { process } = calls({ ...app, mayBeCopied: move.copied === 'from' ? 'account_number' : 'target_account_number' });
  const ends = { account_number: move.from, target_account_number: move.to };
  const confirmed = await process({ action: 'confirm', transfer_type: 'transfer', ...ends, amount: move.amount }, ctx);
  if (!('quote' in confirmed)) throw new Error('a confirmation was not answered by a quote');
  const { account_amount: amount, account_currency: currency } = confirmed.quote;
  await move.accept(remittanceId(confirmed.remittance_id), { amount, currency });
  const answered = { confirm_bonus_removal: move.confirmsBonusRemoval };
  const saved = await process({ action: 'save', remittance_id: confirmed.remittance_id, ...answered }, ctx);
  if (!('transfer_id' in saved)) throw new Error('a saved transfer was answered by a quote');
  return { id: remittanceId(saved.transfer_id), status: saved.status };
}

export interface Homeward {
  readonly clientId: ClientId;
  /** An account that copies a strategy, and the wallet of its currency. */
  readonly account: FundingAccount;
  readonly wallet: AccountNumber;
  readonly note: (id: RemittanceId, amount: bigint) => Promise<void>;
}

/** Brings all that may leave an account into the wallet. Undefined where nothing may, or nobody can say. */
export async function sendToWallet(app: Hands, run: Run, of: Homeward): Promise<Remittance | undefined> {
  const { clientId, account, wallet } = of;
  const { platform, number, companyId, currency } = account;
  if (platform === undefined) throw new Error(`account ${number} is a wallet itself`);
  const told = await leavable(app, run.sql, { platform, number, clientId, companyId, currency });
  if (told.outcome !== 'done' || told.minor <= 0n) return undefined;
  const now = app.clock.now();
  const amounts = { amount: told.minor, currency, fee: 0n, leftOver: 0n, accountAmount: told.minor, accountCurrency: currency };
  const row = await addQuote(run.sql, {
    ...sourceColumns(account),
    ...amounts,
    type: 'transfer',
    methodId: internalMethodId,
    provider: null,
    targetNumber: wallet,
    targetPlatform: null,
    rate: null,
    rateAsOf: null,
    now,
    expiresAt: after(now, 10 * minuteMs),
  });
  await of.note(row.id, told.minor);
  const driven = await app.engine.save(run, row);
  return driven === 'short' ? undefined : driven;
}
