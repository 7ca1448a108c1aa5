import type { Sql, Transact } from '../../base/sql.ts';
import { formatMinor } from '../../base/money.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { recordAudit, type AuditEvent } from '../../ledger/audit.ts';
import { post } from '../../ledger/book.ts';
import { suspense, trading } from '../../ledger/chart.ts';
import type { Leg } from '../../ledger/entries.ts';
import type { Deal } from '../../ports/platform/port.ts';
import type { Settings } from '../../settings/index.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { differencesQueue } from './queues.ts';
import {
  addSurplus,
  isTold,
  secondDeals,
  type MoneyFacts,
  type OperationFacts,
  type SecondDeal,
  type ToldMoney,
} from './store.ts';

/* What a platform has done once too often: it is written down at once, and taken back (takingBack.ts). */

export interface NoteParts {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly now: Date;
}

/**
 * Notes what of these deals is a second one of an operation that has ended: as an event of the audit trail, as an operation that is to
 * take it back, and in the ledger, since it stands on the platform. Answers the accounts; safe to repeat.
 */
export async function noteSecondDeals(parts: NoteParts, platform: PlatformKey, told: readonly ToldMoney[]): Promise<number[]> {
  const found = await secondDeals(parts.sql, platform, told);
  const noted: number[] = [];
  for (const deal of found) if (await noteOne(parts, deal)) noted.push(deal.login);
  return noted;
}

async function noteOne({ transact, now }: NoteParts, deal: SecondDeal): Promise<boolean> {
  return transact(async (sql) => {
    if (!(await addSurplus(sql, deal, now))) return false;
    const { tag, subject, ticket, platform, amount, currency } = deal;
    await postOrTell(sql, {
      operation: deal,
      ticket,
      at: now,
      audit: {
        action: 'platform_operations.second_deal',
        detail: { tag, for: subject, deal: `${platform}:${ticket}`, amount: formatMinor(amount, currency), currency },
      },
    });
    return true;
  });
}

/** An order that the platform has filled twice: nobody may close a position unasked, so it waits for staff, once, who decide. */
export async function tellSecondTrade(
  { transact, now, settings }: Pick<NoteParts, 'transact' | 'now'> & { readonly settings: Pick<Settings, 'desk'> },
  { tag, subject, platform, login, clientId }: OperationFacts,
  { ticket, position, lots }: Pick<Deal, 'ticket' | 'position' | 'lots'>,
): Promise<void> {
  const told = { action: 'platform_operations.second_deal', subject: `deal:${platform}:${ticket}`, clientId } as const;
  await transact(async (sql) => {
    if (await isTold(sql, told)) return;
    await recordAudit(sql, {
      ...told,
      actor: { kind: 'system', id: 'platform_operations' },
      detail: { tag, for: subject, account: login, position: position ?? null, lots },
      at: now,
    });
    await openCase(sql, {
      queue: differencesQueue,
      subject: secondTrade(`${platform}-${ticket}`),
      clientId,
      detail: { kind: 'second_trade', account: login, platform, deal: ticket, position: position ?? null, lots, for: subject },
      now,
      hours: settings.desk.businessHours,
    });
  });
}

const secondTrade = (deal: string): string => `second_trade:${deal}`;

/** Somebody has looked at a second deal, as `<platform>-<ticket>`, and done what there was to do; false when it does not wait. */
export async function explainSecondTrade(
  sql: Sql,
  { deal, now }: { readonly deal: string; readonly now: Date },
): Promise<boolean> {
  return closeCase(sql, { queue: differencesQueue.name, subject: secondTrade(deal), outcome: 'explained', at: now });
}

interface Adjustment {
  readonly operation: Pick<OperationFacts, 'platform' | 'login' | 'clientId' | 'companyId'> & MoneyFacts;
  readonly ticket: string;
  readonly at: Date;
  readonly audit: Pick<AuditEvent, 'action' | 'detail'>;
}

/** The deal as the ledger knows it, under its own ticket: nobody's, until it is taken back. A bonus is no money, and only told. */
export async function postOrTell(sql: Sql, { operation, ticket, at, audit }: Adjustment): Promise<void> {
  const { platform, login, clientId, companyId, kind, amount, currency } = operation;
  const told = { ...audit, actor: { kind: 'system', id: 'platform_operations' }, subject: `account:${login}`, clientId } as const;
  if (kind === 'credit') return recordAudit(sql, { ...told, at });
  const account = trading({ company: companyId, clientId }, currency, login);
  const nobodys = suspense(companyId, currency);
  const leg: Leg = amount > 0n ? { from: nobodys, to: account, minor: amount } : { from: account, to: nobodys, minor: -amount };
  const key = `adjustment:${platform}:${ticket}`;
  const posted = await post(sql, { movement: { key, kind: 'adjustment', legs: [leg], at }, audit: told });
  if (posted.outcome === 'refused') throw new Error(`the ledger would not take ${key}: ${posted.code}`);
}
