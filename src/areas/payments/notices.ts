import { clientId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { amountSaid, type Wording } from '../../base/wording.ts';
import { notify, type NoticeLevel, type NoticeType } from '../notices/face.ts';
import { fundingAccountNamesOf, type FundingAccountNames } from './fundingAccounts.ts';
import type { TransferType } from './contract.ts';
import type { Phase } from './rules.ts';
import type { Remittance } from './store.ts';

interface Notice {
  readonly type: NoticeType;
  readonly level: NoticeLevel;
}

/** What a client is told when a transfer has come that far. */
export function noticeOf({ type, reason }: Pick<Remittance, 'type' | 'reason'>, phase: Phase): Notice | undefined {
  if (type === 'deposit' && reason === 'account_refused_wallet')
    return phase === 'completed' ? { type: 'deposit_in_wallet', level: 'warning' } : undefined;
  return notices[type][phase];
}

const notices: Readonly<Record<TransferType, Readonly<Partial<Record<Phase, Notice>>>>> = {
  deposit: {
    on_review: { type: 'deposit_on_review', level: 'warning' },
    completed: { type: 'deposit_completed', level: 'success' },
    declined: { type: 'deposit_declined', level: 'error' },
    cancelled: { type: 'deposit_cancelled', level: 'info' },
    failed: { type: 'deposit_failed', level: 'error' },
  },
  transfer: {
    completed: { type: 'transfer_completed', level: 'success' },
    declined: { type: 'transfer_declined', level: 'error' },
    failed: { type: 'transfer_failed', level: 'error' },
  },
  reversal: { completed: { type: 'reversal_completed', level: 'warning' } },
};

/** Tells the client how a transfer went, on the screen and by mail, once for each phase. */
export async function tellOutcome(sql: Sql, told: { remittance: Remittance; phase: Phase; now: Date }): Promise<void> {
  const { remittance, phase, now } = told;
  const notice = noticeOf(remittance, phase);
  if (!notice) return;
  await notify(sql, {
    clientId: clientId(remittance.clientId),
    ...notice,
    values: wordsOf(remittance, await fundingAccountNamesOf(sql, remittance.clientId)),
    key: `remittance:${remittance.id}:${phase}`,
    now,
    mail: phase !== 'cancelled',
  });
}

/** What every sentence about a transfer may name. */
export function wordsOf(remittance: Remittance, fundingAccounts: FundingAccountNames): Wording {
  const { currency, accountCurrency, arrivedMinor, arrivedCurrency, accountNumber, targetNumber } = remittance;
  return {
    id: remittance.id,
    amount: amountSaid(money(remittance.amount, currency)),
    arrives: amountSaid(money(remittance.accountAmount, accountCurrency)),
    account: fundingAccounts.phraseOf(accountNumber),
    target: fundingAccounts.phraseOf(targetNumber ?? accountNumber),
    arrived: arrivedMinor !== null && arrivedCurrency !== null ? amountSaid(money(arrivedMinor, arrivedCurrency)) : '',
    type: remittance.type,
    ...remittance.reasonValues,
  };
}
