import type { Handlers } from '../../protocol/call.ts';
import { statusFacts } from '../../law/statuses.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { clientById, type FoundClient } from '../session/face.ts';
import type { duplicatesContract } from './contract.ts';
import { joinedTopic } from './face.ts';
import { decideFinding, findingById, findingsOf, joinPersons } from './store.ts';

export const calls = () =>
  ({
    async findings({ client_id }, ctx) {
      const client = await clientById(ctx.sql, Number(client_id));
      if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
      const rows = await findingsOf(ctx.sql, client.id);
      const findings = [];
      for (const { other_id: earlier, ...row } of rows) {
        const isEarlier = row.client_id === client.id;
        const other = await clientById(ctx.sql, isEarlier ? earlier : row.client_id);
        if (!other) throw new Error(`the finding ${row.id} names a client who is not there`);
        findings.push({
          id: row.id,
          other: lineOf(other),
          is_earlier: isEarlier,
          in_common: row.kinds,
          found_at: row.found_at.toISOString(),
          decision: row.decision,
          decided_at: row.decided_at?.toISOString() ?? null,
        });
      }
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id, detail: { found: rows.map(({ id }) => id) } });
      return { client: lineOf(client), findings };
    },

    async decide({ id, decision }, ctx) {
      const finding = await findingById(ctx.sql, Number(id));
      if (!finding) return ctx.refuse('duplicate_not_found', { field: 'id' });
      if (finding.decision !== null) return ctx.refuse('duplicate_decided');
      const subject = `duplicate:${finding.id}`;
      const claim = { queue: 'duplicates', subject, staffId: ctx.staff.id, now: ctx.now } as const;
      if (await isClaimedByOther(ctx.sql, claim)) return ctx.refuse('case_claimed');
      await decideFinding(ctx.sql, { id: finding.id, decision, at: ctx.now });
      const isJoined = decision === 'same_person' && (await joinPersons(ctx.sql, finding));
      if (isJoined) await ctx.tell({ topic: joinedTopic, payload: { client: finding.client_id } });
      await closeCase(ctx.sql, { queue: 'duplicates', subject, outcome: decision, at: ctx.now });
      await ctx.record({
        subject,
        clientId: finding.client_id,
        before: { decision: null },
        after: { decision },
        detail: { other_client: finding.other_id, joined: isJoined },
      });
      return {};
    },
  }) satisfies Handlers<typeof duplicatesContract>;

function lineOf(client: FoundClient) {
  const { profile } = client;
  return {
    client_id: client.id,
    name: `${client.firstName} ${client.lastName}`.trim(),
    email: client.email,
    company: profile.company,
    country: profile.country,
    status: statusFacts(profile.status).name,
  };
}
