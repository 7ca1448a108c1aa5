import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { askApproval } from '../approvals/face.ts';
import { isClaimedByOther } from '../cases/face.ts';
import { owedBy } from '../debts/face.ts';
import { isRestricted } from '../disputes/face.ts';
import { freeBarsOf } from '../vaults/face.ts';
import type { goldDeliveryContract } from './contract.ts';
import { coolingUntil } from './cooling.ts';
import { allocate, arrive, cancel, comeBack, subjectOf, type Doing } from './deliveries.ts';
import { isHeld, isScreeningAwaited } from '../screening/face.ts';
import { isFrozen, releaseAction, type ReleasePayload, type ScreeningNeeds } from './perform.ts';
import { deliveryQueue } from './queues.ts';
import { deskActionsOf } from './rules.ts';
import { shownDelivery } from './shown.ts';
import { deliveryOf, lockDelivery, type KeptDelivery } from './store.ts';

type Calls = Pick<Handlers<typeof goldDeliveryContract>, 'read' | 'decide'>;
type DecideContext = ContextOf<(typeof goldDeliveryContract)['calls']['decide']>;
type DecideInput = Parameters<Calls['decide']>[0];

export function deskCalls(app: ScreeningNeeds) {
  return {
    async read({ id }, ctx) {
      const found = await deliveryOf(ctx.sql, Number(id));
      if (!found || found.phase === 'asked') return ctx.refuse('unknown_delivery', { field: 'id' });
      await ctx.record({ subject: subjectOf(found), clientId: found.clientId });
      const { vault, companyId: company, size: weight } = found;
      return {
        delivery: await shownDelivery(ctx.sql, found, ctx.settings),
        client_id: found.clientId,
        vault,
        bars: found.phase === 'paid' ? await freeBarsOf(ctx.sql, { vault, company, weight }) : [],
        actions: [...deskActionsOf(found.phase)],
        leaves_from: deskActionsOf(found.phase).includes('cancel')
          ? ((await coolingUntil(ctx.sql, found, ctx))?.toISOString() ?? null)
          : null,
      };
    },

    async decide(input, ctx) {
      const { sql, now, staff } = ctx;
      const delivery = await lockDelivery(sql, Number(input.id));
      if (!delivery || delivery.phase === 'asked') return ctx.refuse('unknown_delivery', { field: 'id' });
      const subject = subjectOf(delivery);
      if (await isClaimedByOther(sql, { queue: deliveryQueue.name, subject, staffId: staff.id, now }))
        return ctx.refuse('case_claimed', { field: 'id' });
      if (!deskActionsOf(delivery.phase).includes(input.action)) return ctx.refuse('action_not_offered', { field: 'action' });
      const doing: Doing = { delivery, now, actor: { kind: 'staff', id: staff.actor } };
      const approval =
        input.action === 'release' ? await askRelease(app, { input, delivery }, ctx) : await done(input, doing, ctx);
      const later = (await deliveryOf(sql, delivery.id)) ?? delivery;
      await ctx.record({
        subject,
        clientId: delivery.clientId,
        before: { phase: delivery.phase },
        after: { phase: later.phase, action: input.action },
        ...(approval && { detail: { approval: approval.id } }),
      });
      return { delivery: await shownDelivery(sql, later, ctx.settings), approval };
    },
  } satisfies Calls;
}

/** What one person does alone. */
async function done({ action, bars }: DecideInput, doing: Doing, { sql, refuse }: DecideContext): Promise<null> {
  if (action === 'allocate') {
    const chosen = new Set(bars);
    if (chosen.size !== doing.delivery.count) return refuse('field_required', { field: 'bars' });
    if (!(await allocate(sql, doing, [...chosen]))) return refuse('bars_not_free', { field: 'bars' });
  }
  if (action === 'delivered') await arrive(sql, doing);
  if (action === 'returned') await comeBack(sql, doing);
  if (action === 'cancel') await cancel(sql, doing, { isTold: true });
  return null;
}

/** Gold leaves the vault when a second person has said so. */
interface Releasing {
  readonly input: DecideInput;
  readonly delivery: KeptDelivery;
}

/** "2026-11-29 10:15", UTC. */
const minuteOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

async function askRelease({ watchlists }: ScreeningNeeds, { input, delivery }: Releasing, ctx: DecideContext) {
  const { carrier, tracking, reason } = input;
  if (carrier === undefined) return ctx.refuse('field_required', { field: 'carrier' });
  if (tracking === undefined) return ctx.refuse('field_required', { field: 'tracking' });
  const { clientId } = delivery;
  if (await isFrozen(ctx.sql, clientId)) return ctx.refuse('client_frozen', { field: 'action' });
  if ((await isHeld(ctx.sql, clientId)) || (await isScreeningAwaited(ctx.sql, clientId, watchlists.names)))
    return ctx.refuse('client_screened', { field: 'action' });
  if (await isRestricted(ctx.sql, clientId)) return ctx.refuse('client_charged_back', { field: 'action' });
  if ((await owedBy(ctx.sql, clientId)).length > 0) return ctx.refuse('client_owes', { field: 'action' });
  const cools = await coolingUntil(ctx.sql, delivery, ctx);
  if (cools) return ctx.refuse('delivery_cooling', { field: 'action', values: { until: minuteOf(cools) } });
  const payload: ReleasePayload = { id: delivery.id, carrier, tracking };
  const shown = await shownDelivery(ctx.sql, delivery, ctx.settings);
  const { serials, weight, recipient, street, town, postcode, country } = shown;
  return askApproval(ctx.sql, {
    kind: 'money',
    action: releaseAction,
    subject: subjectOf(delivery),
    clientId: delivery.clientId,
    payload,
    before: { phase: delivery.phase },
    after: {
      phase: 'shipped',
      bars: serials,
      weight: `${weight} g`,
      address: [recipient, street, postcode, town, country].filter((line) => line !== '').join(', '),
      carrier,
      tracking,
    },
    reason,
    staff: ctx.staff,
    at: ctx.now,
  });
}
