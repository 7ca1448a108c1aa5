import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { leastCriteria } from '../../law/professional.ts';
import { openCase } from '../cases/face.ts';
import { endDueOf } from '../enrolment/face.ts';
import { keepFile } from '../files/face.ts';
import type { professionalContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { professionalQueue } from './queues.ts';
import { hasEnough, isOffered } from './rules.ts';
import { aboutApplication, evidenceShown, statusOf } from './shown.ts';
import {
  addEvidence,
  evidenceOf,
  lastApplication,
  markAccepted,
  markRequested,
  openApplication,
  type ApplicationRow,
} from './store.ts';

type Calls = Handlers<typeof professionalContract>;
type Context = ContextOf<(typeof professionalContract)['calls']['request' | 'evidence' | 'accept']>;

/** So many papers an application has. */
const mostPapers = 12;

export const calls = () =>
  ({
    ...deskCalls(),

    async application(_input, { sql, client }) {
      const row = await lastApplication(sql, client.id);
      return {
        is_offered: isOffered(client.profile),
        status: statusOf(row),
        is_requested: row?.requestedAt != null,
        is_accepted: row?.acceptedAt != null,
        least_criteria: leastCriteria,
        evidence: row
          ? (await evidenceShown(sql, row)).map(({ criterion, files }) => ({
              criterion,
              files: files.map(({ id, name, bytes, sent_at }) => ({ id, name, bytes, sent_at })),
            }))
          : [],
      };
    },

    async evidence({ criterion, file }, ctx) {
      const { sql, now } = ctx;
      const row = await openOf(ctx);
      if (row.requestedAt !== null) return ctx.refuse('application_waits');
      if ((await evidenceOf(sql, row.id)).length >= mostPapers) return ctx.refuse('too_many_papers', { field: 'file' });
      await keepFile(sql, file, aboutApplication(row));
      await addEvidence(sql, { application: row.id, fileId: file.id, criterion, at: now });
      return {};
    },

    async request({ requests_professional: requests }, ctx) {
      if (!requests) return ctx.refuse('professional_not_requested', { field: 'requests_professional' });
      const { sql, now } = ctx;
      const row = await openOf(ctx);
      if (row.requestedAt !== null) return ctx.refuse('application_waits');
      if (!hasEnough(await evidenceOf(sql, row.id)))
        return ctx.refuse('criteria_missing', { field: 'requests_professional', values: { least: leastCriteria } });
      await markRequested(sql, row.id, now);
      await note(ctx, row, 'professional.request');
      if (row.acceptedAt !== null) await handOver(ctx, row);
      return {};
    },

    async accept({ accepted_professional_tc: accepts }, ctx) {
      if (!accepts) return ctx.refuse('professional_not_accepted', { field: 'accepted_professional_tc' });
      const { sql, now } = ctx;
      const row = await openOf(ctx);
      if (row.acceptedAt !== null) return {};
      await endDueOf(sql, ctx.client.id, 'professional');
      await markAccepted(sql, row.id, now);
      await note(ctx, row, 'professional.accept');
      if (row.requestedAt !== null) await handOver(ctx, row);
      return {};
    },
  }) satisfies Calls;

type ClientContext = Pick<Context, 'client' | 'now' | 'settings' | 'origin'> & {
  readonly sql: Sql;
  readonly refuse: (code: 'professional_not_offered') => never;
};

async function openOf({ sql, client, now, refuse }: ClientContext): Promise<ApplicationRow> {
  if (!isOffered(client.profile)) return refuse('professional_not_offered');
  return openApplication(sql, client.id, now);
}

/** Requested and accepted: the desk judges it. */
async function handOver({ sql, client, now, settings }: ClientContext, row: ApplicationRow): Promise<void> {
  await openCase(sql, {
    queue: professionalQueue,
    subject: aboutApplication(row),
    clientId: client.id,
    now,
    hours: settings.desk.businessHours,
  });
}

async function note({ sql, client, now, origin }: ClientContext, row: ApplicationRow, action: string): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action,
    subject: aboutApplication(row),
    clientId: client.id,
    detail: { address: origin.address },
    at: now,
  });
}
