import type { Sql } from '../../base/sql.ts';
import type { Handlers } from '../../protocol/call.ts';
import { followResult } from '../appropriateness/face.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { meansTold } from '../enrolment/face.ts';
import { notify } from '../notices/face.ts';
import { clientById } from '../session/face.ts';
import type { DeskApplication, professionalContract } from './contract.ts';
import { professionalNotices } from './notices.ts';
import { professionalQueue } from './queues.ts';
import { aboutApplication, evidenceShown, statusOf } from './shown.ts';
import {
  applicationById,
  endApplication,
  lockApplication,
  makeProfessional,
  tellBrowsers,
  type ApplicationRow,
} from './store.ts';

type Calls = Handlers<typeof professionalContract>;

export const deskCalls = () =>
  ({
    async look({ id }, ctx) {
      const row = await applicationById(ctx.sql, Number(id));
      const application = row && (await deskApplication(ctx.sql, row));
      if (!row || !application) return ctx.refuse('application_not_found', { field: 'id' });
      await ctx.record({ subject: aboutApplication(row), clientId: row.clientId });
      return { application };
    },

    async decide({ id, decision, reason_code: code }, ctx) {
      const { sql, staff, now } = ctx;
      const row = await lockApplication(sql, Number(id));
      if (!row) return ctx.refuse('application_not_found', { field: 'id' });
      if (statusOf(row) !== 'waiting') return ctx.refuse('not_waiting', { field: 'id' });
      if (decision === 'declined' && !code) return ctx.refuse('field_required', { field: 'reason_code' });
      const subject = aboutApplication(row);
      const queue = professionalQueue.name;
      if (await isClaimedByOther(sql, { queue, subject, staffId: staff.id, now })) return ctx.refuse('case_claimed');
      if (decision === 'approved') await raise(sql, row, now);
      const reasonCode = decision === 'declined' ? (code ?? null) : null;
      await endApplication(sql, { id: row.id, outcome: decision, reasonCode, by: staff.actor, at: now });
      await closeCase(sql, { queue, subject, outcome: decision, at: now });
      await notify(sql, {
        clientId: row.clientId,
        notice: professionalNotices[decision === 'approved' ? 'professional_approved' : 'professional_declined'],
        values: reasonCode === null ? {} : { reason: reasonCode },
        key: `${subject}:${decision}`,
        now,
      });
      await tellBrowsers(sql, row.clientId, now);
      const application = await deskApplication(sql, (await applicationById(sql, row.id)) ?? row);
      if (!application) throw new Error(`the client of application ${row.id} is gone`);
      await ctx.record({
        subject,
        clientId: row.clientId,
        before: { status: 'waiting' },
        after: { status: decision },
        detail: { reason_code: reasonCode },
      });
      return { application };
    },
  }) satisfies Partial<Calls>;

/** More than any platform gives. */
const noCap = 1_000_000;

/** Category 2 from now on. What the test would have lowered stays: it binds retail clients alone. */
async function raise(sql: Sql, { clientId }: ApplicationRow, now: Date): Promise<void> {
  if (!(await makeProfessional(sql, clientId))) return;
  await followResult(sql, { client: clientId, most: noCap, now });
}

async function deskApplication(sql: Sql, row: ApplicationRow): Promise<DeskApplication | undefined> {
  const client = await clientById(sql, row.clientId);
  if (!client) return undefined;
  return {
    id: row.id,
    client_id: row.clientId,
    name: `${client.firstName} ${client.lastName}`.trim(),
    country: client.profile.country,
    status: statusOf(row),
    requested_at: row.requestedAt?.toISOString() ?? null,
    accepted_at: row.acceptedAt?.toISOString() ?? null,
    evidence: (await evidenceShown(sql, row)).map(({ criterion, files }) => ({
      criterion,
      files: files.map(({ id, name, bytes, sent_at, scan }) => ({ id, name, bytes, sent_at, scan })),
    })),
    told: await meansTold(sql, row.clientId),
    test_passed: client.profile.appropriatenessPassed,
    decided_by: row.decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason_code: row.reasonCode,
  };
}
