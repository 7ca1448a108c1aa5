import type { Currency } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import type { Money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import type { Settings } from '../../settings/index.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { notify } from '../notices/face.ts';
import { withdrawalsQueue } from '../payments/face.ts';
import type { FoundClient } from '../session/face.ts';
import { unverifiedNotices } from './notices.ts';

/** Why money whose time is over does not go back by itself. */
export type Why =
  /** The client's money is frozen, or a payment is disputed. */
  | 'frozen'
  | 'charged_back'
  /** Somebody looks whether the client is on a list of sanctions, or the client is. The client is not told (readings, decision 29). */
  | 'screened'
  /** What is owed is paid first. */
  | 'owes'
  /** It came by a way that takes nothing back without being told where. */
  | 'no_way'
  /** No provider has taken it. */
  | 'not_taken'
  /** Something else of the client's is under way with the same money. */
  | 'busy';

interface Waiting {
  readonly sql: Sql;
  readonly now: Date;
  readonly settings: Settings;
  readonly client: FoundClient;
}

/** A case for each currency: what of one goes back says nothing of the other. */
export const subjectOf = (client: ClientId, currency: Currency) => `unverified:${client}:${currency}`;

/** Somebody has to look at it; its client is told so, once for each time that the clock has run out. */
export async function openWait(
  waiting: Waiting,
  { why, amount, dueAt }: { readonly why: Why; readonly amount: Money; readonly dueAt: Date },
): Promise<void> {
  const { sql, now, settings, client } = waiting;
  await openCase(sql, {
    queue: withdrawalsQueue,
    subject: subjectOf(client.id, amount.currency),
    clientId: client.id,
    detail: { kind: 'unverified', why, ...amountSaid(amount), due_at: dueAt.toISOString() },
    now,
    hours: settings.desk.businessHours,
  });
  await notify(sql, {
    clientId: client.id,
    notice: unverifiedNotices.unverified_waits,
    values: { amount: amountSaid(amount), day: utcDay(dueAt) },
    key: `unverified:waits:${amount.currency}:${dueAt.toISOString()}`,
    now,
  });
}

/** There is nothing to be decided of it any more. */
export async function closeWait({ sql, now, client }: Waiting, currency: Currency, outcome: string): Promise<void> {
  // The release before has one case for a client, whatever its currency: it may open such while both run.
  for (const subject of [subjectOf(client.id, currency), `unverified:${client.id}`])
    await closeCase(sql, { queue: withdrawalsQueue.name, subject, outcome, at: now });
}
