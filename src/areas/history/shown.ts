import { formatMinor, formatRate } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import {
  mayAccept,
  mayCancel,
  nextActOf,
  phases,
  reversalsOf,
  stagesOf,
  wordsOf,
  type Remittance,
  type StageRow,
} from '../remittance/face.ts';

/** A sentence of the catalogs, by id. */
export type Say = (id: string, values?: Readonly<Record<string, string | number>>) => string;

/** A transfer as lists show it. */
export function shownLine(remittance: Remittance, say: Say) {
  const { currency, accountCurrency, reason } = remittance;
  return {
    id: remittance.id,
    transfer_type: remittance.type,
    status: remittance.status,
    amount: formatMinor(remittance.amount, currency),
    currency,
    account_number: remittance.accountNumber,
    target_account_number: remittance.targetNumber,
    account_amount: formatMinor(remittance.accountAmount, accountCurrency),
    account_currency: accountCurrency,
    rate: remittance.rate === null ? null : formatRate(remittance.rate),
    fee: formatMinor(remittance.fee, currency),
    pm_id: remittance.methodId,
    reverses: remittance.reverses,
    reason: reason === null ? null : say(`reason.${reason}`, wordsOf(remittance)),
    created_at: remittance.createdAt.toISOString(),
    updated_at: remittance.updatedAt.toISOString(),
  };
}

/** A transfer with its story. */
export async function shownDetails(sql: Sql, remittance: Remittance, say: Say) {
  const stages = await stagesOf(sql, remittance.id);
  const act = nextActOf(remittance.phase);
  const hasDeadline = remittance.phase === 'waiting_payment';
  return {
    ...shownLine(remittance, say),
    timeline: stages.map((stage) => shownStage(stage, remittance, say)),
    next: act
      ? { who: act.who, text: say(act.code, wordsOf(remittance)), until: hasDeadline ? remittance.expiresAt.toISOString() : null }
      : null,
    can_cancel: mayCancel(remittance),
    can_accept: mayAccept(remittance),
    redirect: remittance.phase === 'waiting_payment' ? remittance.redirect : null,
    rate_as_of: remittance.rateAsOf?.toISOString() ?? null,
    reversed_by: await reversalsOf(sql, remittance.id),
  };
}

function shownStage(stage: StageRow, remittance: Remittance, say: Say) {
  return {
    code: stage.code,
    status: phases[stage.phase].status,
    text: say(`stage.${stage.code}`, { ...wordsOf(remittance), ...stage.values }),
    at: stage.at.toISOString(),
  };
}
