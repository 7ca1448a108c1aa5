import { clientId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { amountSaid, type Wording } from '../../base/wording.ts';
import { notify, type NoticeLevel } from '../notices/face.ts';
import { placeNamesOf, type PlaceNames } from './places.ts';
import type { Phase } from './rules.ts';
import type { Remittance } from './store.ts';

interface Notice {
  readonly type: string;
  readonly level: NoticeLevel;
}

/** What a client is told when a transfer has come that far. */
function noticeOf(remittance: Remittance, phase: Phase): Notice | undefined {
  const { type, reason } = remittance;
  if (type === 'reversal') return phase === 'completed' ? { type: 'reversal_completed', level: 'warning' } : undefined;
  if (reason === 'account_refused_wallet')
    return phase === 'completed' ? { type: 'deposit_in_wallet', level: 'warning' } : undefined;
  const level = levels[phase];
  return level && { type: `${type}_${phase}`, level };
}

const levels: Readonly<Partial<Record<Phase, NoticeLevel>>> = {
  on_review: 'warning',
  completed: 'success',
  declined: 'error',
  cancelled: 'info',
  failed: 'error',
};

/** Tells the client how a transfer went, on the screen and by mail, once for each phase. */
export async function tellOutcome(sql: Sql, told: { remittance: Remittance; phase: Phase; now: Date }): Promise<void> {
  const { remittance, phase, now } = told;
  const notice = noticeOf(remittance, phase);
  if (!notice) return;
  await notify(sql, {
    clientId: clientId(remittance.clientId),
    ...notice,
    values: wordsOf(remittance, await placeNamesOf(sql, remittance.clientId)),
    key: `remittance:${remittance.id}:${phase}`,
    now,
    mail: phase !== 'cancelled',
  });
}

/** What every sentence about a transfer may name. */
export function wordsOf(remittance: Remittance, places: PlaceNames): Wording {
  const { currency, accountCurrency, arrivedMinor, arrivedCurrency, accountNumber, targetNumber } = remittance;
  return {
    id: remittance.id,
    amount: amountSaid(money(remittance.amount, currency)),
    arrives: amountSaid(money(remittance.accountAmount, accountCurrency)),
    account: places.phraseOf(accountNumber),
    target: places.phraseOf(targetNumber ?? accountNumber),
    arrived: arrivedMinor !== null && arrivedCurrency !== null ? amountSaid(money(arrivedMinor, arrivedCurrency)) : '',
    type: remittance.type,
    ...remittance.reasonValues,
  };
}
