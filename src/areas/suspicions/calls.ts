import { rowNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers, StaffIdentity } from '../../protocol/call.ts';
import { writeTable } from '../../tables/write.ts';
import { dueWithin, type Queue } from '../cases/face.ts';
import { clientById } from '../session/face.ts';
import type { AboutKind, suspicionsContract } from './contract.ts';
import { mayRead } from './about.ts';
import { actionsOf, isAsRead } from './rules.ts';
import { reportOf, shownFile, shownLine } from './shown.ts';
import {
  actsOf,
  addFact,
  agree,
  allFacts,
  fileById,
  giveBack,
  groupOf,
  keepAct,
  listFiles,
  lockFile,
  newestFacts,
  openFile,
  propose,
} from './store.ts';

export interface Needs {
  /** Who works on which cases. */
  readonly queues: readonly Queue[];
  readonly words: { in(language: LanguageKey): Say };
}

type Calls = Handlers<typeof suspicionsContract>;

export const calls = (app: Needs) => ({ ...telling(app), ...reading(app), ...deciding() }) satisfies Calls;

const telling = ({ queues }: Needs) =>
  ({
    async raise({ client_id: told, about, about_id: aboutId, reason }, ctx) {
      const { sql, staff, now, settings } = ctx;
      const id = rowNumber(told);
      const client =
        (id === undefined ? undefined : await clientById(sql, id))?.id ?? ctx.refuse('client_not_found', { field: 'client_id' });
      // What they may not read, or is not the client's, is answered as everything is: numbers cannot be tried.
      const subject = (await readBy(sql, client, { about, aboutId, role: staff.role, queues })) ?? `client:${client}`;
      const dueAt = dueWithin(now, settings.suspicions.promisedHours, settings.desk.businessHours);
      const file = await openFile(sql, { client, at: now, dueAt });
      await addFact(sql, file.id, { subject, text: reason, toldBy: staff.actor, at: now });
      // Nobody agrees to what was proposed before this was known.
      const isReopened = await giveBack(sql, file.id);
      await ctx.record({
        subject: `suspicion:${file.id}`,
        clientId: client,
        before: { state: file.state },
        after: { state: isReopened ? 'open' : file.state },
        detail: { about: subject },
      });
      return {};
    },
  }) satisfies Partial<Calls>;

const reading = ({ words }: Needs) =>
  ({
    async list({ which, client_id: asked, after, limit }, ctx) {
      const client = asked === undefined ? undefined : rowNumber(asked);
      const last = after === undefined ? undefined : rowNumber(after);
      const found = await listFiles(ctx.sql, { isOpen: which === 'open', client, after: last, limit: limit + 1 });
      const files = found.slice(0, limit);
      await ctx.record({ subject: 'suspicions', detail: { which, client: client ?? null } });
      const next = found.length > limit ? String(files.at(-1)?.id ?? '') : null;
      return { files: files.map((row) => shownLine(row, ctx.now)), next };
    },

    async look({ id }, ctx) {
      const row = (await fileById(ctx.sql, Number(id))) ?? ctx.refuse('suspicion_not_found', { field: 'id' });
      await ctx.record({ subject: `suspicion:${row.id}`, clientId: row.clientId });
      return { file: shownFile(row, await seenOf(ctx.sql, row.id), ctx) };
    },

    async report({ id, format }, ctx) {
      const row = (await fileById(ctx.sql, Number(id))) ?? ctx.refuse('suspicion_not_found', { field: 'id' });
      const client = await clientById(ctx.sql, row.clientId);
      if (!client) return ctx.refuse('suspicion_not_found', { field: 'id' });
      await ctx.record({ subject: `suspicion:${row.id}`, clientId: row.clientId, detail: { format } });
      // The desk is in English.
      return writeTable(reportOf({ row, client, facts: allFacts(ctx.sql, row.id), now: ctx.now }, words.in('en')), format);
    },
  }) satisfies Partial<Calls>;

const deciding = () =>
  ({
    async attach({ id, about, about_id: aboutId, reason }, ctx) {
      const { sql, staff, now } = ctx;
      const row = (await lockFile(sql, Number(id))) ?? ctx.refuse('suspicion_not_found', { field: 'id' });
      if (row.state !== 'open') return ctx.refuse('suspicion_decided', { field: 'id' });
      const subject =
        (await subjectOf(sql, row.clientId, { about, aboutId })) ?? ctx.refuse('about_unknown', { field: 'about_id' });
      await addFact(sql, row.id, { subject, text: reason, toldBy: staff.actor, at: now });
      await ctx.record({ subject: `suspicion:${row.id}`, clientId: row.clientId, before: null, after: { about: subject } });
      return { file: shownFile(row, await seenOf(sql, row.id), ctx) };
    },

    async decide({ id, action, reason, ...read }, ctx) {
      const { sql, staff, now } = ctx;
      const row = (await lockFile(sql, Number(id))) ?? ctx.refuse('suspicion_not_found', { field: 'id' });
      if (row.state === 'proposed' && action === 'agree' && row.proposedBy === staff.id) return ctx.refuse('own_proposal');
      if (!actionsOf(row, staff.id).includes(action)) return ctx.refuse('suspicion_action', { field: 'action' });
      const seen = await newestFacts(sql, row.id);
      if (action === 'agree' && !isAsRead({ proposedAt: row.proposedAt, lastFact: seen.facts.at(-1)?.id }, read)) {
        return ctx.refuse('suspicion_changed', { field: 'action' });
      }
      const acted = { id: row.id, staff: staff.id, reason, at: now };
      if (action === 'agree') await agree(sql, acted);
      else if (action === 'disagree') await giveBack(sql, row.id);
      else await propose(sql, { ...acted, proposal: action === 'propose_report' ? 'report' : 'dismiss' });
      await keepAct(sql, row.id, { action, by: staff.actor, at: now, reason });
      const after = (await fileById(sql, row.id)) ?? row;
      await ctx.record({
        subject: `suspicion:${row.id}`,
        clientId: row.clientId,
        before: { state: row.state, proposal: row.proposal },
        after: { state: after.state, proposal: after.proposal },
        detail: { action },
      });
      return { file: shownFile(after, { ...seen, acts: await actsOf(sql, row.id) }, ctx) };
    },
  }) satisfies Partial<Calls>;

/** What a file shows: the newest facts, and what became of it. */
async function seenOf(sql: Sql, file: number) {
  return { ...(await newestFacts(sql, file)), acts: await actsOf(sql, file) };
}

interface About {
  readonly about: AboutKind;
  readonly aboutId: string | undefined;
}

/** What it is about as `thing:id`; undefined where that is nothing of the client's. */
async function subjectOf(sql: Sql, client: ClientId, { about, aboutId }: About): Promise<string | undefined> {
  return (await foundOf(sql, client, { about, aboutId }))?.subject;
}

interface ReadBy extends About {
  readonly role: StaffIdentity['role'];
  readonly queues: readonly Queue[];
}

/** The same, where that role may read it. */
async function readBy(sql: Sql, client: ClientId, { role, queues, ...told }: ReadBy): Promise<string | undefined> {
  const found = await foundOf(sql, client, told);
  return found && mayRead({ kind: told.about, group: found.group }, role, queues) ? found.subject : undefined;
}

async function foundOf(sql: Sql, client: ClientId, { about, aboutId }: About) {
  const id = about === 'client' ? client : aboutId === undefined ? undefined : rowNumber(aboutId);
  const group = id === undefined ? undefined : await groupOf(sql, { client, kind: about, id });
  return group === undefined ? undefined : { subject: `${about}:${id}`, group };
}
