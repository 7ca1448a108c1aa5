import type { Sql } from '../../base/sql.ts';
import { formatMinor } from '../../base/money.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { closeCase, openCase } from '../cases/face.ts';
import type { NoteParts } from './surplus.ts';
import { differencesQueue } from './queues.ts';
import { oneMoreSending, type MoneyFacts, type OperationFacts } from './store.ts';
import type { Settings } from '../../settings/index.ts';

/*
 * What has to be done in any case, such as taking a second deal back, is not given up; and like everything else it is sent again once at
 * most. When nothing is seen of it after that, it is looked up on and on, and whether it is sent once more a person says.
 */

type Telling = Pick<NoteParts, 'transact' | 'now'> & { readonly settings: Pick<Settings, 'desk'> };

/** Puts it before staff, once; the trail has when. */
export async function tellUnseen({ transact, now, settings }: Telling, operation: OperationFacts & MoneyFacts): Promise<void> {
  const { tag, subject, platform, login, clientId, amount, currency } = operation;
  const facts = { for: subject, account: login, platform, amount: formatMinor(amount, currency), currency };
  await transact(async (sql) => {
    const isNew = await openCase(sql, {
      queue: differencesQueue,
      subject: unseenSubject(tag),
      clientId,
      detail: { kind: 'unseen', ...facts },
      now,
      hours: settings.desk.businessHours,
    });
    if (!isNew) return;
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'platform_operations' },
      action: 'platform_operations.unseen',
      subject: `account:${login}`,
      clientId,
      detail: { tag, ...facts },
      at: now,
    });
  });
}

/** It was seen after all. */
export async function closeUnseen(sql: Sql, { tag, now }: { readonly tag: string; readonly now: Date }): Promise<void> {
  await closeCase(sql, { queue: differencesQueue.name, subject: unseenSubject(tag), outcome: 'seen', at: now });
}

/**
 * Somebody has looked at the platform and says that it is not there: it is looked up once more, and sent when that finds nothing either.
 * False when nothing of that tag waits for anybody.
 */
export async function sendUnseen(sql: Sql, { tag, now }: { readonly tag: string; readonly now: Date }): Promise<boolean> {
  const waited = await closeCase(sql, {
    queue: differencesQueue.name,
    subject: unseenSubject(tag),
    outcome: 'sent_again',
    at: now,
  });
  return waited && (await oneMoreSending(sql, tag));
}

const unseenSubject = (tag: string): string => `operation:${tag}`;
