import { clientId } from '../../base/id.ts';
import { documentKinds } from '../../law/documents.ts';
import { statusFacts } from '../../law/statuses.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { askApproval } from '../approvals/face.ts';
import { isClaimedByOther } from '../cases/face.ts';
import { identityTold } from '../enrolment/face.ts';
import { clientById } from '../session/face.ts';
import type { documentsContract } from './contract.ts';
import { approveDocument, rejectDocument, statusName } from './deciding.ts';
import type { ApprovalPayload } from './perform.ts';
import { queueOf } from './queues.ts';
import { aboutDocument, approvalAction, deskDocument, waitsForSecond } from './shown.ts';
import { documentById, documentPage, lockDocument, setStatus, type DocumentRow } from './store.ts';

/** How many papers a page of the desk holds. */
const deskPage = 20;

type Calls = Handlers<typeof documentsContract>;
type Context = ContextOf<(typeof documentsContract)['calls']['decide']>;

export const deskCalls = () =>
  ({
    async ofClient({ client_id: id, after }, ctx) {
      const client = clientId(Number(id));
      const found = await documentPage(ctx.sql, {
        client,
        kinds: documentKinds,
        after: after === undefined ? undefined : Number(after),
        limit: deskPage + 1,
      });
      const rows = found.slice(0, deskPage);
      await ctx.record({ subject: `client:${client}`, clientId: client, detail: { documents: rows.length } });
      return {
        documents: await Promise.all(rows.map((row) => deskDocument(ctx.sql, row))),
        next: found.length > deskPage ? String(rows.at(-1)?.id) : null,
      };
    },

    async look({ id }, ctx) {
      const row = await documentById(ctx.sql, Number(id));
      const client = row && (await clientById(ctx.sql, row.clientId));
      if (!row || !client) return ctx.refuse('document_not_found', { field: 'id' });
      const told = await identityTold(ctx.sql, row.clientId);
      await ctx.record({ subject: aboutDocument(row), clientId: row.clientId, detail: { kind: row.kind } });
      return {
        document: await deskDocument(ctx.sql, row),
        registered: {
          name: `${client.firstName} ${client.lastName}`.trim(),
          country: client.profile.country,
          status: statusFacts(client.profile.status).name,
          birth_date: told.birthDate,
          address: told.address,
          document_number: told.documentNumber,
        },
      };
    },

    async decide({ id, decision, reason_code: code, reason }, ctx) {
      const { sql, staff, now } = ctx;
      const document = await lockDocument(sql, Number(id));
      if (!document) return ctx.refuse('document_not_found', { field: 'id' });
      if (document.status !== 5 && document.status !== 9) return ctx.refuse('not_waiting', { field: 'id' });
      if (decision !== 'approved' && !code) return ctx.refuse('field_required', { field: 'reason_code' });
      const subject = aboutDocument(document);
      const claim = { queue: queueOf(document.kind).name, subject, staffId: staff.id, now };
      if (await isClaimedByOther(sql, claim)) return ctx.refuse('case_claimed');
      const approval = decision === 'approved' ? await approve(ctx, document, reason) : null;
      if (decision !== 'approved' && code)
        await rejectDocument(sql, { document, by: staff.actor, now, reason: code, isAskedAgain: decision === 'ask_again' });
      const decided = (await documentById(sql, document.id)) ?? document;
      await ctx.record({
        subject,
        clientId: document.clientId,
        before: { status: statusName(document) },
        after: { status: statusName(decided) },
        detail: { decision, reason_code: code ?? null, approval: approval?.id ?? null },
      });
      return { document: await deskDocument(sql, decided), approval };
    },
  }) satisfies Partial<Calls>;

/** At once, or where it is risky with a second person: until then it is under a manual check. */
async function approve({ sql, staff, now, refuse }: Context, document: DocumentRow, reason: string) {
  if (document.risks.length === 0) {
    await approveDocument(sql, { document, by: staff.actor, now });
    return null;
  }
  if (await waitsForSecond(sql, document)) return refuse('waits_for_second', { field: 'id' });
  await setStatus(sql, { id: document.id, status: 9, at: now });
  const payload: ApprovalPayload = { document: document.id };
  return askApproval(sql, {
    kind: 'papers',
    action: approvalAction,
    subject: aboutDocument(document),
    clientId: document.clientId,
    payload,
    before: { status: statusName(document), why: document.risks.join(', ') },
    after: { status: 'approved' },
    reason,
    staff,
    at: now,
  });
}
