import { rowNumber } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { expiryReminders } from '../../law/documents.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { openCase } from '../cases/face.ts';
import { filesAbout } from '../files/face.ts';
import { notify } from '../notices/face.ts';
import { expireDocument, followPapers, rejectDocument } from './deciding.ts';
import { documentsNotices } from './notices.ts';
import { queueOf } from './queues.ts';
import { daysUntil, isReplaced, waitsForReverse } from './rules.ts';
import { aboutDocument } from './shown.ts';
import { documentsOf, expiringUntil, lockDocument, setStatus, type DocumentRow } from './store.ts';

const sweepSize = 200;

export const jobs = (): Jobs => ({
  on: { 'file.scanned': goOn },
  every: [{ name: 'documents.expiry', seconds: 3600, dueBy: 'application', run: lookAtExpiry }],
});

/** A file of a paper was looked at: once all of them are clean, the paper waits for the desk. */
async function goOn({ payload }: JobEvent, { transact, now, settings }: JobContext): Promise<void> {
  const [thing, number] = String(payload['about']).split(':');
  const id = thing === 'document' ? rowNumber(number ?? '') : undefined;
  if (id === undefined) return;
  await transact(async (sql) => {
    const document = await lockDocument(sql, id);
    if (document?.status !== 1) return;
    const files = await filesAbout(sql, aboutDocument(document));
    const by = 'documents';
    if (files.some(({ scan }) => scan === 'infected')) await rejectDocument(sql, { document, by, now, reason: 'infected' });
    else if (files.some(({ scan }) => scan === 'refused')) await rejectDocument(sql, { document, by, now, reason: 'unreadable' });
    else if (files.every(({ scan }) => scan === 'clean') && !waitsForReverse(document))
      await handOver(sql, { document, now, settings });
  });
}

async function handOver(
  sql: Sql,
  { document, now, settings }: { readonly document: DocumentRow; readonly now: Date; readonly settings: Settings },
): Promise<void> {
  await setStatus(sql, { id: document.id, status: 5, at: now });
  await openCase(sql, {
    queue: queueOf(document.kind, settings),
    subject: aboutDocument(document),
    clientId: document.clientId,
    detail: { paper: document.kind, needs_second: document.risks.length > 0 },
    now,
    hours: settings.desk.businessHours,
  });
  await followPapers(sql, { client: document.clientId, event: 'sent', now });
}

/** Reminds before a document runs out, and takes note when it has. */
async function lookAtExpiry({ sql, transact, now }: JobContext): Promise<void> {
  const [furthest] = expiryReminders;
  const day = utcDay(after(now, furthest * dayMs));
  for (let last = 0; ;) {
    const page = await expiringUntil(sql, { day, after: last, limit: sweepSize });
    for (const id of page) await transact((within) => remindOf(within, id, now));
    last = page.at(-1) ?? 0;
    if (page.length < sweepSize) return;
  }
}

async function remindOf(sql: Sql, id: number, now: Date): Promise<void> {
  const document = await lockDocument(sql, id);
  if (document?.status !== 2 || document.expiryDate === null) return;
  const days = daysUntil(document.expiryDate, now);
  const replaced = isReplaced(document, await documentsOf(sql, document.clientId));
  if (days <= 0) return expireDocument(sql, { document, isReplaced: replaced, now });
  if (replaced) return;
  // The nearest of them: whoever was away for weeks is reminded once.
  const reminder = expiryReminders.findLast((each) => days <= each);
  if (reminder === undefined) return;
  await notify(sql, {
    clientId: document.clientId,
    notice: documentsNotices.document_expires,
    values: { kind: document.kind, days },
    key: `${aboutDocument(document)}:expires:${reminder}`,
    now,
  });
}
