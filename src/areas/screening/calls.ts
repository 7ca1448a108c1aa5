import { rowNumber } from '../../base/id.ts';
import type { HitReason } from '../../law/screening.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import type { Watchlists } from '../../ports/watchlists/port.ts';
import { askApproval, isApprovalWaiting } from '../approvals/face.ts';
import { isClaimedByOther } from '../cases/face.ts';
import { clientById } from '../session/face.ts';
import type { HitDecision, screeningContract } from './contract.ts';
import { aboutHit, endAsFalse } from './deciding.ts';
import { listStates, staleLists } from './listed.ts';
import { hasBirthDate } from './people.ts';
import { hitAction, type HitPayload } from './perform.ts';
import { screeningQueue } from './queues.ts';
import { decisionsOf, reasonsOf } from './rules.ts';
import { shownHit, shownLine } from './shown.ts';
import { hitById, hitsOf, isDue, isHeldClient, lockHit, type HitRow } from './store.ts';

export interface Needs {
  readonly watchlists: Watchlists;
}

type Calls = Handlers<typeof screeningContract>;
type DecideContext = ContextOf<(typeof screeningContract)['calls']['decide']>;

export const calls = (app: Needs) => ({ ...reading(app), ...deciding() }) satisfies Calls;

const reading = ({ watchlists }: Needs) =>
  ({
    async lists(_input, { sql }) {
      const known = new Map((await listStates(sql)).map((row) => [row.list, row]));
      // One that is configured and was never read stands there too.
      const names = [...new Set([...watchlists.names, ...known.keys()])];
      return {
        lists: names.map((list) => {
          const row = known.get(list);
          return {
            list,
            checked_at: row?.checkedAt.toISOString() ?? null,
            failure: row?.failure ?? null,
            failing_since: row?.failingSince?.toISOString() ?? null,
            is_stale: row?.isStale ?? false,
            digest: row?.digest ?? null,
            published_at: row?.publishedAt ?? null,
            imported_at: row?.importedAt?.toISOString() ?? null,
            entries: row?.entries ?? 0,
            added: row?.added ?? 0,
            changed: row?.changed ?? 0,
            removed: row?.removed ?? 0,
            screened_at: row?.screenedAt?.toISOString() ?? null,
          };
        }),
      };
    },

    async ofClient({ client_id: told }, ctx) {
      const id = rowNumber(told);
      const client = id === undefined ? undefined : await clientById(ctx.sql, id);
      if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      return {
        hits: (await hitsOf(ctx.sql, client.id)).map(shownLine),
        is_due: await isDue(ctx.sql, client.id),
        is_by_name_alone: !(await hasBirthDate(ctx.sql, client.id)),
        stale_lists: (await staleLists(ctx.sql, watchlists.names)).map(({ list, since }) => ({
          list,
          since: since.toISOString(),
        })),
        is_held: await isHeldClient(ctx.sql, client.id),
      };
    },

    async look({ id }, ctx) {
      const row = (await hitById(ctx.sql, Number(id))) ?? ctx.refuse('hit_not_found', { field: 'id' });
      await ctx.record({ subject: aboutHit(row), clientId: row.clientId });
      return { hit: await shownHit(ctx.sql, row) };
    },
  }) satisfies Partial<Calls>;

const deciding = () =>
  ({
    async decide({ id, decision, reason_code: code, reason }, ctx) {
      const { sql, staff, now } = ctx;
      const row = (await lockHit(sql, Number(id))) ?? ctx.refuse('hit_not_found', { field: 'id' });
      if (!decisionsOf(row.status).includes(decision)) return ctx.refuse('not_waiting', { field: 'id' });
      const listed = reasonsOf(decision);
      if (listed.length > 0 && (code === undefined || !listed.includes(code)))
        return ctx.refuse('field_required', { field: 'reason_code' });
      const subject = aboutHit(row);
      if (await isClaimedByOther(sql, { queue: screeningQueue().name, subject, staffId: staff.id, now }))
        return ctx.refuse('case_claimed');
      const reasonCode = code ?? null;
      const approval = decision === 'false_hit' ? null : await askSecond(ctx, row, { decision, reasonCode, reason });
      if (decision === 'false_hit') await endAsFalse(sql, { hit: row, reasonCode, by: staff.actor, now });
      const decided = (await hitById(sql, row.id)) ?? row;
      await ctx.record({
        subject,
        clientId: row.clientId,
        before: { status: row.status },
        after: { status: decided.status },
        detail: {
          decision,
          reason_code: reasonCode,
          list: row.list,
          entry: row.entryKey,
          points: row.points,
          approval: approval?.id ?? null,
        },
      });
      return { hit: await shownHit(sql, decided), approval };
    },
  }) satisfies Partial<Calls>;

interface Asked {
  readonly decision: Exclude<HitDecision, 'false_hit'>;
  readonly reasonCode: HitReason | null;
  readonly reason: string;
}

async function askSecond(ctx: DecideContext, row: HitRow, { decision, reasonCode, reason }: Asked) {
  const { sql, staff, now } = ctx;
  const subject = aboutHit(row);
  if (await isApprovalWaiting(sql, { action: hitAction, subject })) return ctx.refuse('waits_for_second', { field: 'id' });
  const payload: HitPayload = { hit: row.id, decision, reasonCode };
  return askApproval(sql, {
    kind: 'papers',
    action: hitAction,
    subject,
    clientId: row.clientId,
    payload,
    before: { status: row.status, list: row.list, name: row.entry.names[0] ?? '', points: row.points },
    after: { status: decision === 'lift' ? 'lifted' : decision },
    reason,
    staff,
    at: now,
  });
}
