import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { carryOut, type Parts } from './asking.ts';
import { finishOperation, openSurplus, type Finished, type SurplusRow } from './store.ts';
import { postOrTell } from './surplus.ts';

/** What cannot be taken back now (its account's positions need it) is tried again after so long. */
const restSeconds = 60;

/** Takes back what a platform has done once too often, each under a tag of its own. Answers whose accounts have changed. */
export async function takeBack(parts: Parts, platform: PlatformKey): Promise<readonly number[]> {
  const clients = new Set<number>();
  for (const row of await openSurplus(parts.sql, platform)) if (await takeBackOne(parts, row)) clients.add(row.clientId);
  return [...clients];
}

async function takeBackOne(parts: Parts, row: SurplusRow): Promise<boolean> {
  // Both books learn of it at once.
  const finish = async (sql: Sql, finished: Finished): Promise<void> => {
    await finishOperation(sql, finished);
    await tellTakenBack(sql, { row, ticket: finished.ticket, at: parts.now });
  };
  const outcome = await carryOut(parts, row, { restAfterRefusal: restSeconds, finish });
  if (outcome.outcome !== 'done') return false;
  const { finished } = outcome;
  if (finished) await parts.transact((sql) => finish(sql, finished));
  return true;
}

interface TakenBack {
  readonly row: SurplusRow;
  readonly ticket: string;
  readonly at: Date;
}

async function tellTakenBack(sql: Sql, { row, ticket, at }: TakenBack): Promise<void> {
  const { platform, amount, currency, subject } = row;
  const detail = { takes_back: subject, deal: `${platform}:${ticket}`, amount: formatMinor(amount, currency), currency };
  await postOrTell(sql, { operation: row, ticket, at, audit: { action: 'platform_operations.taken_back', detail } });
}
