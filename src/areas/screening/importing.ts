import { after, secondMs } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Watchlists } from '../../ports/watchlists/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { followReadings } from './failing.ts';
import { claimLook, importFile, listRow, noteFailure, type Torn } from './listed.ts';

export interface ImportNeeds {
  readonly watchlists: Watchlists;
  readonly log: { warn(facts: object, words: string): void };
}

type Context = Pick<JobContext, 'sql' | 'transact' | 'now' | 'settings'>;

/** Looks at each list that is due. What cannot be read leaves what is known as it was, and is said at the desk. */
export async function importLists({ watchlists, log }: ImportNeeds, context: Context): Promise<void> {
  for (const list of watchlists.names) {
    const look = await tryList(watchlists, context, list);
    if (look.outcome === 'failed') log.warn({ list, reason: look.reason }, 'a list of persons could not be read');
    await followReadings(context, list, look.outcome);
  }
}

type Look = { readonly outcome: 'resting' | 'read' } | { readonly outcome: 'failed'; readonly reason: string };

/** One that fails in our own hands stops no other, and is said at the desk too. */
async function tryList(watchlists: Watchlists, context: Context, list: string): Promise<Look> {
  try {
    return await importList(watchlists, context, list);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await noteFailure(context.sql, list, reason);
    return { outcome: 'failed', reason };
  }
}

/** `resting`: it is not due. */
async function importList(watchlists: Watchlists, context: Context, list: string): Promise<Look> {
  const { sql, now, settings } = context;
  const dueBefore = after(now, -settings.screening.checkSeconds * secondMs);
  if (!(await claimLook(sql, { list, now, dueBefore }))) return { outcome: 'resting' };
  const known = await listRow(sql, list);
  const answer = await watchlists.read(list, known?.mark ?? null);
  if (answer.outcome === 'unchanged') {
    await noteFailure(sql, list, null);
    return { outcome: 'read' };
  }
  const reason = answer.outcome === 'unknown' ? answer.reason : await keep(context, list, answer);
  if (reason === undefined) return { outcome: 'read' };
  await noteFailure(sql, list, reason);
  return { outcome: 'failed', reason };
}

/** How long one statement of an import may take: a first file has a hundred thousand entries. */
const importMs = 120_000;

async function keep(
  { transact, now, settings }: Context,
  list: string,
  file: Extract<Awaited<ReturnType<Watchlists['read']>>, { readonly outcome: 'done' }>,
): Promise<string | undefined> {
  const { digest, mark, publishedAt, persons } = file;
  const { leastSharePercent, mostGonePercent } = settings.screening;
  return transact(
    async (sql) => {
      const leastEntries = (entries: number) => Math.ceil((entries * leastSharePercent) / 100);
      const mostGone = (entries: number) => Math.ceil((entries * mostGonePercent) / 100);
      const imported = await importFile(sql, { list, digest, mark, publishedAt, persons, now, leastEntries, mostGone });
      if (imported === 'unchanged') return undefined;
      if ('known' in imported) return tornWords(persons.length, imported);
      await recordAudit(sql, {
        actor: { kind: 'system', id: 'screening' },
        action: 'screening.list_imported',
        subject: `watchlist:${list}`,
        detail: { digest, published_at: publishedAt, entries: persons.length, ...imported },
        at: now,
      });
      return undefined;
    },
    { statementMs: importMs },
  );
}

/** What the desk reads: if so many were let go in earnest, the settings are raised until the next look. */
function tornWords(entries: number, { known, gone }: Torn): string {
  return (
    `the file has ${entries} entries and lacks ${gone} of the ${known} that were known: it may be half of one, and the list stays as it was; ` +
    'if it is whole, raise screening.mostGonePercent (and lower screening.leastSharePercent) until it is read'
  );
}
