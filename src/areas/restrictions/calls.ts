import { accountNumber, rowNumber } from '../../base/id.ts';
import { restrictionReasons, tradingRestriction } from '../../law/restrictions.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { notify } from '../notices/face.ts';
import { clientById, type FoundClient } from '../session/face.ts';
import { accesses, type restrictionsContract, type Restrictions } from './contract.ts';
import { restrictionsNotices } from './notices.ts';
import { aboutAccess, accessQueue } from './queues.ts';
import {
  accessesOf,
  beginRestriction,
  clearFound,
  endRestriction,
  letStand,
  lockAccess,
  restrictionsOf,
  wantAgain,
  type AccessRow,
} from './store.ts';

type Calls = Handlers<typeof restrictionsContract>;
type Contexts = ContextOf<(typeof restrictionsContract)['calls']['ofClient' | 'change']>;

export const calls = () =>
  ({
    async ofClient({ client_id: told }, ctx) {
      const client = await requireClient(ctx, told);
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      return stateOf(ctx, client);
    },

    async change({ client_id: told, action }, ctx) {
      const { sql, staff, now } = ctx;
      const client = await requireClient(ctx, told);
      const act = { client: client.id, by: staff.actor, at: now };
      const id = action === 'restrict' ? await beginRestriction(sql, act) : await endRestriction(sql, act);
      if (id === undefined)
        return ctx.refuse(action === 'restrict' ? 'already_restricted' : 'not_restricted', { field: 'action' });
      const notice = restrictionsNotices[action === 'restrict' ? 'trading_restricted' : 'trading_restriction_lifted'];
      await notify(sql, { clientId: client.id, notice, key: `restriction:${id}:${action}`, now });
      // What the gates let through is told anew at once.
      await ctx.tell({ topic: 'live', clientId: client.id, payload: { topics: ['client_info', 'notices'] } });
      const isRestricted = action === 'restrict';
      await ctx.record({
        subject: `client:${client.id}`,
        clientId: client.id,
        before: { is_restricted: !isRestricted },
        after: { is_restricted: isRestricted },
        detail: { action, restriction: id },
      });
      return stateOf(ctx, (await clientById(sql, client.id)) ?? client);
    },

    async settle({ number, action }, ctx) {
      const { sql, now, staff } = ctx;
      const row = await lockAccess(sql, accountNumber(Number(number)));
      if (!row) return ctx.refuse('account_not_found', { field: 'number' });
      if (row.reportedAt === null) return ctx.refuse('access_as_wanted', { field: 'number' });
      const subject = aboutAccess(row.number);
      if (await isClaimedByOther(sql, { queue: accessQueue.name, subject, staffId: staff.id, now }))
        return ctx.refuse('case_claimed', { field: 'number' });
      if (action === 'set') {
        await clearFound(sql, row.number);
        await wantAgain(sql, row.number, { isInsisted: true });
      } else await letStand(sql, row.number);
      await closeCase(sql, { queue: accessQueue.name, subject, outcome: action, at: now });
      await ctx.record({
        subject: `account:${row.number}`,
        clientId: row.clientId,
        before: { wanted: row.wanted, found: row.found, let_stand: row.letStand },
        after: { wanted: row.wanted, let_stand: action === 'set' ? row.letStand : row.found },
        detail: { action },
      });
      return {};
    },
  }) satisfies Calls;

async function requireClient(ctx: Contexts, told: string): Promise<FoundClient> {
  const id = rowNumber(told);
  return (id === undefined ? undefined : await clientById(ctx.sql, id)) ?? ctx.refuse('client_not_found', { field: 'client_id' });
}

async function stateOf({ sql }: Pick<Contexts, 'sql'>, { id, profile }: FoundClient): Promise<Restrictions> {
  return {
    client_id: id,
    because: tradingRestriction(profile) ?? null,
    restrictions: (await restrictionsOf(sql, id)).map(({ begunAt, begunBy, liftedAt, liftedBy }) => ({
      begun_at: begunAt.toISOString(),
      begun_by: begunBy,
      lifted_at: liftedAt?.toISOString() ?? null,
      lifted_by: liftedBy,
    })),
    accounts: (await accessesOf(sql, id)).map(shownAccess),
  };
}

function shownAccess({ number, platform, wanted, because, state, wantedAt, found, foundAt, letStand: stands }: AccessRow) {
  return {
    number,
    platform,
    wanted,
    because: restrictionReasons.find((each) => each === because) ?? null,
    is_set: state === 'set',
    wanted_at: wantedAt.toISOString(),
    found: accesses.find((each) => each === found) ?? null,
    found_at: foundAt?.toISOString() ?? null,
    is_let_stand: found !== null && found === stands,
  };
}
