import { rowNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { writeTable } from '../../tables/write.ts';
import { dueWithin } from '../cases/face.ts';
import { clientById } from '../session/face.ts';
import type { AboutKind, suspicionsContract } from './contract.ts';
import { actionsOf } from './rules.ts';
import { reportOf, shownFile, shownLine } from './shown.ts';
import { addFact, agree, factsOf, fileById, giveBack, isTheirs, listFiles, lockFile, openFile, propose } from './store.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

type Calls = Handlers<typeof suspicionsContract>;

const listed = 200;

export const calls = (app: Needs) => ({ ...telling(), ...reading(app), ...deciding() }) satisfies Calls;

const telling = () =>
  ({
    async raise({ client_id: told, about, about_id: aboutId, reason }, ctx) {
      const { sql, staff, now, settings } = ctx;
      const id = rowNumber(told);
      const client =
        (id === undefined ? undefined : await clientById(sql, id))?.id ?? ctx.refuse('client_not_found', { field: 'client_id' });
      const subject = (await subjectOf(sql, client, { about, aboutId })) ?? ctx.refuse('about_unknown', { field: 'about_id' });
      const dueAt = dueWithin(now, settings.suspicions.promisedHours, settings.desk.businessHours);
      const file = await openFile(sql, { client, at: now, dueAt });
      await addFact(sql, file, { subject, text: reason, toldBy: staff.actor, at: now });
      await ctx.record({ subject: `suspicion:${file}`, clientId: client, detail: { about: subject } });
      return {};
    },
  }) satisfies Partial<Calls>;

const reading = ({ words }: Needs) =>
  ({
    async list({ which, client_id: asked }, ctx) {
      const client = asked === undefined ? undefined : rowNumber(asked);
      const files = await listFiles(ctx.sql, { isOpen: which === 'open', client, limit: listed });
      await ctx.record({ subject: 'suspicions', detail: { which, client: client ?? null } });
      return { files: files.map((row) => shownLine(row, ctx.now)) };
    },

    async look({ id }, ctx) {
      const row = (await fileById(ctx.sql, Number(id))) ?? ctx.refuse('suspicion_not_found', { field: 'id' });
      await ctx.record({ subject: `suspicion:${row.id}`, clientId: row.clientId });
      return { file: shownFile(row, await factsOf(ctx.sql, row.id), ctx) };
    },

    async report({ id, format }, ctx) {
      const row = (await fileById(ctx.sql, Number(id))) ?? ctx.refuse('suspicion_not_found', { field: 'id' });
      const client = await clientById(ctx.sql, row.clientId);
      if (!client) return ctx.refuse('suspicion_not_found', { field: 'id' });
      await ctx.record({ subject: `suspicion:${row.id}`, clientId: row.clientId, detail: { format } });
      // The desk is in English.
      return writeTable(reportOf({ row, client, facts: await factsOf(ctx.sql, row.id), now: ctx.now }, words.in('en')), format);
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
      await ctx.record({ subject: `suspicion:${row.id}`, clientId: row.clientId, detail: { about: subject } });
      return { file: shownFile(row, await factsOf(sql, row.id), ctx) };
    },

    async decide({ id, action, reason }, ctx) {
      const { sql, staff, now } = ctx;
      const row = (await lockFile(sql, Number(id))) ?? ctx.refuse('suspicion_not_found', { field: 'id' });
      if (row.state === 'proposed' && action === 'agree' && row.proposedBy === staff.id) return ctx.refuse('own_proposal');
      if (!actionsOf(row, staff.id).includes(action)) return ctx.refuse('suspicion_action', { field: 'action' });
      const acted = { id: row.id, staff: staff.id, reason, at: now };
      if (action === 'agree') await agree(sql, acted);
      else if (action === 'disagree') await giveBack(sql, row.id);
      else await propose(sql, { ...acted, proposal: action === 'propose_report' ? 'report' : 'dismiss' });
      const after = (await fileById(sql, row.id)) ?? row;
      await ctx.record({
        subject: `suspicion:${row.id}`,
        clientId: row.clientId,
        before: { state: row.state, proposal: row.proposal },
        after: { state: after.state, proposal: after.proposal },
        detail: { action },
      });
      return { file: shownFile(after, await factsOf(sql, row.id), ctx) };
    },
  }) satisfies Partial<Calls>;

/** What it is about as `thing:id`; undefined where that is nothing of the client's. */
async function subjectOf(
  sql: Sql,
  client: ClientId,
  { about, aboutId }: { readonly about: AboutKind; readonly aboutId: string | undefined },
): Promise<string | undefined> {
  const id = about === 'client' ? client : aboutId === undefined ? undefined : rowNumber(aboutId);
  if (id === undefined || !(await isTheirs(sql, { client, kind: about, id }))) return undefined;
  return `${about}:${id}`;
}
