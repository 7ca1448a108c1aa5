import { clientId } from '../../base/id.ts';
import type { Handlers } from '../../protocol/call.ts';
import { closeCase, isCaseOpen, isClaimedByOther } from '../cases/face.ts';
import { identityTold } from '../enrolment/face.ts';
import { clientById } from '../session/face.ts';
import type { verificationContract } from './contract.ts';
import { verificationQueue } from './following.ts';
import { checksOf, type Check } from './store.ts';

type Calls = Handlers<typeof verificationContract>;

export const deskCalls = () =>
  ({
    async ofClient({ client_id: id }, ctx) {
      const { sql } = ctx;
      const client = await clientById(sql, Number(id));
      if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
      const checks = await checksOf(sql, client.id);
      const told = await identityTold(sql, client.id);
      const subject = `verification:${client.id}`;
      await ctx.record({ subject, clientId: client.id, detail: { checks: checks.length } });
      return {
        typed: {
          name: `${client.firstName} ${client.lastName}`.trim(),
          birth_date: told.birthDate,
          country: client.profile.country,
          number: told.documentNumber,
        },
        checks: checks.map(shownCheck),
        is_waiting: await isCaseOpen(sql, { queue: verificationQueue().name, subject }),
      };
    },

    async note({ client_id: id }, ctx) {
      const { sql, staff, now } = ctx;
      const subject = `verification:${Number(id)}`;
      const { name: queue } = verificationQueue();
      if (await isClaimedByOther(sql, { queue, subject, staffId: staff.id, now })) return ctx.refuse('case_claimed');
      if (!(await closeCase(sql, { queue, subject, outcome: 'noted', at: now }))) return ctx.refuse('not_waiting');
      await ctx.record({ subject, clientId: clientId(Number(id)), before: { case: 'waiting' }, after: { case: 'noted' } });
      return {};
    },
  }) satisfies Partial<Calls>;

function shownCheck(check: Check) {
  const { read } = check;
  return {
    id: check.id,
    purpose: check.purpose,
    applicant: check.applicant,
    phase: check.phase,
    words: check.words,
    labels: [...check.labels],
    comment: check.comment,
    staff_comment: check.staffComment,
    read: read && {
      name: read.name,
      birth_date: read.birthDate,
      country: read.country,
      number: read.number,
      valid_until: read.validUntil,
    },
    differs: (['name', 'birth_date'] as const).filter((each) => check.differs.includes(each)),
    since: check.phaseAt.toISOString(),
    looked_at: check.lookedAt?.toISOString() ?? null,
  };
}
