import { setImmediate as letOthers } from 'node:timers/promises';
import { hasToEnrol } from '../../law/enrolment.ts';
import { isStatusId } from '../../law/statuses.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { JobContext } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { entriesOfVersion, entriesWithKeys, noteScreened, unscreenedVersion, type Entry } from './listed.ts';
import { indexNames, keysOfPerson, type NameIndex } from './names/nameIndex.ts';
import { prepare, scoreOf, type Score } from './names/scoring.ts';
import { clientsAfter, dueClients, noteCompared, noteFailed, type DueClient, type ScreenedClient } from './people.ts';
import { screeningQueue } from './queues.ts';
import { endUnscreened, keepUnscreened } from './unscreened.ts';
import { followHold, insertHit, lockClient, supersede, tellBrowsers } from './store.ts';

/** Clients of one round; whoever is left comes with the next. */
const clientsAtOnce = 200;
/** So many entries are in memory at once. */
const chunk = 10_000;
const candidatesAtOnce = 2000;

type Context = Pick<JobContext, 'sql' | 'transact' | 'now' | 'settings'> & Logged;

export interface Logged {
  readonly log: { warn(facts: object, words: string): void };
}

/** One whom it fails for stops nobody else: they stay due, and are told of once. */
async function withEach<Client extends ScreenedClient>(
  { sql, transact, now, settings, log }: Context,
  clients: readonly Client[],
  work: (client: Client) => Promise<void>,
): Promise<void> {
  for (const client of clients) {
    try {
      await work(client);
    } catch (error) {
      if (await noteFailed(sql, client.id, now)) log.warn({ client_id: client.id, err: error }, 'a client could not be screened');
      await transact((own) => keepUnscreened(own, { client: client.id, reason: 'failed', now, settings }));
    }
  }
}

/** New clients, and those of whom something has changed, against all that is on the lists. */
export async function screenDueClients(context: Context): Promise<void> {
  await withEach(context, await dueClients(context.sql, clientsAtOnce), async (client) => {
    if (keysOfPerson(prepare(client)).length === 0) return waitForName(context, client);
    const found = await findEntries(context, client);
    await context.transact(async (sql) => {
      await endUnscreened(sql, client.id, context.now);
      await keepHits({ ...context, sql }, client, found);
    });
    // On its own, so that nobody waits for the client while they hold what makes the client due.
    await noteCompared(context.sql, client);
  });
}

/** Nobody can be compared without a name: the client stays due, so that nothing is paid out to them, and is compared once there is one. */
async function waitForName({ sql, transact, now, settings }: Context, { id, status }: DueClient): Promise<void> {
  await noteFailed(sql, id, now);
  // Newcomers have none until the second step, and nothing to be paid out.
  if (isStatusId(status) && hasToEnrol(status)) return;
  await transact((own) => keepUnscreened(own, { client: id, reason: 'no_name', now, settings }));
}

interface Found {
  readonly entry: Entry;
  readonly score: Score;
}

async function findEntries({ sql, settings }: Context, client: DueClient): Promise<Found[]> {
  const person = prepare(client);
  const keys = keysOfPerson(person);
  const found: Found[] = [];
  if (keys.length === 0) return found;
  for (let after = 0; ;) {
    const entries = await entriesWithKeys(sql, { keys, after, limit: candidatesAtOnce });
    for (const entry of entries) {
      const score = scoreOf(person, prepare(entry), settings.screening.leastPoints);
      if (score) found.push({ entry, score });
    }
    after = entries.at(-1)?.id ?? 0;
    if (entries.length < candidatesAtOnce) return found;
    await letOthers();
  }
}

/** What a file has brought, against all clients; some of it in each round, and after a restart from where it was. */
export async function screenNewEntries(context: Context): Promise<void> {
  const version = await unscreenedVersion(context.sql);
  if (!version) return;
  const { id, screenedTo } = version;
  const entries = await entriesOfVersion(context.sql, { version: id, after: screenedTo, limit: chunk });
  if (entries.length > 0) await compareWithAll(context, indexNames(entries));
  const isLast = entries.length < chunk;
  await noteScreened(context.sql, { version: id, to: entries.at(-1)?.id ?? screenedTo, endedAt: isLast ? context.now : null });
}

async function compareWithAll(context: Context, index: NameIndex<Entry>): Promise<void> {
  for (let after = 0; ;) {
    const clients = await clientsAfter(context.sql, { after, limit: clientsAtOnce });
    await withEach(context, clients, async (client) => {
      const found = index.find(client, context.settings.screening.leastPoints);
      if (found.length > 0) await context.transact((sql) => keepHits({ ...context, sql }, client, found));
    });
    const last = clients.at(-1);
    if (!last) return;
    after = last.id;
    // The worker has others to serve.
    await letOthers();
  }
}

/** In the caller's transaction: each hit that is new, its case, and what its client may not do meanwhile. */
async function keepHits(context: Context, client: ScreenedClient, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  let isNew = false;
  const { sql, now } = context;
  await lockClient(sql, client.id);
  for (const each of found) isNew = (await keepHit(context, client, each)) || isNew;
  if (isNew && (await followHold(sql, client.id))) await tellBrowsers(sql, client.id, now);
}

async function keepHit({ sql, now, settings }: Context, client: ScreenedClient, { entry, score }: Found): Promise<boolean> {
  const { list, key, kind } = entry;
  const about = { clientId: client.id, list, entryKey: key, at: now };
  const id = await insertHit(sql, {
    ...about,
    kind,
    entryDigest: entry.digest,
    clientDigest: client.digest,
    entry: { names: entry.names, birthDates: entry.birthDates, countries: entry.countries, reasons: entry.reasons },
    typed: { names: client.names, birthDates: client.birthDates, countries: client.countries },
    points: score.points,
    score,
  });
  // The same two are asked about, or were decided about: that stands.
  if (id === undefined) return false;
  const queue = screeningQueue(settings);
  for (const old of await supersede(sql, { ...about, by: id }))
    await closeCase(sql, { queue: queue.name, subject: `screening:${old}`, outcome: 'superseded', at: now });
  await openCase(sql, {
    queue,
    subject: `screening:${id}`,
    clientId: client.id,
    detail: { kind, list, points: score.points },
    now,
    hours: settings.desk.businessHours,
  });
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'screening' },
    action: 'screening.hit',
    subject: `screening:${id}`,
    clientId: client.id,
    detail: { list, entry: key, entry_digest: entry.digest, client_digest: client.digest, kind, points: score.points },
    at: now,
  });
  return true;
}
