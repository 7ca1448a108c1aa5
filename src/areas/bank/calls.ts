import type { Providers } from '../../ports/payments/index.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { askApproval, onlyAsked } from '../approvals/face.ts';
import { isClaimedByOther } from '../cases/face.ts';
import { keepFile, objectOf } from '../files/face.ts';
import { unmatchedQueue } from '../payments/face.ts';
import { differencesQueue } from '../platformOperations/face.ts';
import { shownOf, subjectOf } from './booking.ts';
import type { bankContract } from './contract.ts';
import { assign, assignFault, explain, needsSecond, sendBack, type Assigned } from './deciding.ts';
import { importStatement } from './importing.ts';
import { assignAction, type AssignPayload } from './perform.ts';
import { checksKept } from './balances.ts';
import { checkSubject, explainCheck } from './checking.ts';
import { shownBalance, shownEntry, wholeOf } from './shown.ts';
import { latestStatements } from './statements.ts';
import { entriesOf, entryOf, type KeptEntry } from './store.ts';

interface Needs {
  readonly payments: Pick<Providers, 'bank'>;
  readonly storage: ObjectStorage;
}

type Calls = Handlers<typeof bankContract>;
/** A page of a statement. */
const entriesShown = 50;

type DecideContext = ContextOf<(typeof bankContract)['calls']['decide']>;

export const calls = (app: Needs) => ({ ...importing(app), ...deciding(), ...comparing() }) satisfies Calls;

function importing({ payments, storage }: Needs) {
  return {
    async statements(_input, ctx) {
      const statements = await latestStatements(ctx.sql);
      return {
        statements: statements.map(({ broughtBy, importedAt, ...rest }) => ({
          ...rest,
          brought_by: broughtBy,
          imported_at: importedAt.toISOString(),
        })),
      };
    },

    async entries({ id, after }, ctx) {
      const found = await entriesOf(ctx.sql, { statement: Number(id), after: Number(after ?? 0), limit: entriesShown + 1 });
      const page = found.slice(0, entriesShown);
      await ctx.record({ subject: `bank_statement:${id}` });
      return { entries: page.map(shownEntry), next: found.length > entriesShown ? String(page.at(-1)?.id ?? '') : null };
    },

    async import({ file }, ctx) {
      const desk = payments.bank?.bank ?? ctx.refuse('no_bank', { field: 'file' });
      const raw = await bytesOf(storage, file);
      const brought = { raw, name: file.name, broughtBy: ctx.staff.actor, fileId: file.id };
      const outcome = await importStatement(
        { desk, run: ctx },
        {
          ...brought,
          async also(sql, { id, entries, fresh, unmatched }) {
            await keepFile(sql, file, `bank_statement:${id}`);
            await ctx.record(
              {
                subject: `bank_statement:${id}`,
                before: null,
                after: { entries, fresh, unmatched },
                detail: { sha256: file.sha256 },
              },
              sql,
            );
          },
        },
      );
      if (outcome.outcome === 'known') return ctx.refuse('statement_known', { field: 'file' });
      if (outcome.outcome === 'refused') {
        const code = outcome.fault === 'foreign_account' ? 'foreign_account' : 'not_a_statement';
        return ctx.refuse(code, { field: 'file', values: { at: outcome.at } });
      }
      const { id, entries, fresh, unmatched } = outcome;
      return { statement: { id, entries, fresh, unmatched } };
    },
  } satisfies Partial<Calls>;
}

/** A statement is small enough to be read at once: its call takes no larger one. */
async function bytesOf(storage: ObjectStorage, { id }: { readonly id: string }): Promise<Uint8Array> {
  const answer = await storage.get(objectOf(id));
  if (answer.outcome !== 'found') throw new Error(`the store did not give the statement ${id}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.object.body) pieces.push(piece);
  return Buffer.concat(pieces);
}

function deciding() {
  return {
    async entry({ id }, ctx) {
      const found = (await entryOf(ctx.sql, Number(id))) ?? ctx.refuse('unknown_entry', { field: 'id' });
      await ctx.record({ subject: subjectOf(found) });
      return { entry: wholeOf(found) };
    },

    async decide({ id, action, reason, ...to }, ctx) {
      const found = (await entryOf(ctx.sql, Number(id))) ?? ctx.refuse('unknown_entry', { field: 'id' });
      const subject = subjectOf(found);
      const asks = { queue: unmatchedQueue.name, subject, staffId: ctx.staff.id, now: ctx.now };
      if (await isClaimedByOther(ctx.sql, asks)) return ctx.refuse('case_claimed', { field: 'id' });
      if (found.outcome !== 'suspense' && found.outcome !== 'waiting') return ctx.refuse('not_waiting', { field: 'id' });
      if ((found.outcome === 'waiting') !== (action === 'explain')) return ctx.refuse('action_not_offered', { field: 'action' });
      const assigned = action === 'assign' ? await assignedTo(ctx, found, to) : undefined;
      const about = { subject, before: { ...shownOf(found), stands: found.outcome } };
      const after = { action, ...(assigned ? { [assigned.to]: assigned.id } : {}) };
      if (assigned && (await needsSecond(ctx.sql, found, ctx))) {
        const payload: AssignPayload = { id: found.id, assigned };
        const order = {
          kind: 'money',
          action: assignAction,
          ...about,
          payload,
          after,
          reason,
          staff: ctx.staff,
          at: ctx.now,
        } as const;
        const approval = await askApproval(ctx.sql, order);
        await ctx.record({ ...about, ...onlyAsked({ ...about, after }, approval.id) });
        return { decided: null, approval };
      }
      const one = { id: found.id, now: ctx.now };
      const outcome = assigned
        ? await assign(ctx.sql, { ...one, settings: ctx.settings, assigned })
        : await (action === 'explain' ? explain : sendBack)(ctx.sql, one);
      if (outcome === 'outdated') return ctx.refuse('not_waiting', { field: 'id' });
      await ctx.record({ ...about, after });
      return { decided: { id: found.id, status: action }, approval: null };
    },
  } satisfies Partial<Calls>;
}

function comparing() {
  return {
    balances: async (_input, ctx) => ({ balances: (await checksKept(ctx.sql)).map(shownBalance) }),

    async explain({ id }, ctx) {
      const subject = checkSubject(Number(id));
      const asks = { queue: differencesQueue.name, subject, staffId: ctx.staff.id, now: ctx.now };
      if (await isClaimedByOther(ctx.sql, asks)) return ctx.refuse('case_claimed', { field: 'id' });
      const found = (await explainCheck(ctx.sql, { id: Number(id), now: ctx.now })) ?? ctx.refuse('not_waiting', { field: 'id' });
      const { stated, book, missing, difference, explained } = shownBalance(found);
      const before = { stated, book, missing, difference, explained };
      await ctx.record({ subject, before: { ...before, state: 'open' }, after: { ...before, state: 'closed' } });
      return { decided: { id: found.id, status: 'closed' } };
    },
  } satisfies Partial<Calls>;
}

interface AskedFor {
  readonly transfer_id?: string | undefined;
  readonly client_id?: string | undefined;
}

/** Exactly one of the two says whose it is. */
async function assignedTo(ctx: DecideContext, found: KeptEntry, { transfer_id, client_id }: AskedFor): Promise<Assigned> {
  if (found.currency === null) return ctx.refuse('action_not_offered', { field: 'action' });
  if ((transfer_id === undefined) === (client_id === undefined)) return ctx.refuse('field_required', { field: 'transfer_id' });
  const assigned: Assigned =
    transfer_id === undefined ? { to: 'client', id: Number(client_id) } : { to: 'transfer', id: Number(transfer_id) };
  const fault = await assignFault(ctx.sql, found, assigned);
  return fault ? ctx.refuse(fault, { field: assigned.to === 'client' ? 'client_id' : 'transfer_id' }) : assigned;
}
