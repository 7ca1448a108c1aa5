import { accountNumber } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import { gateDecision } from '../../law/gates.ts';
import { loginRange } from '../../law/numbers.ts';
import { movedAccount, movesTo, type MoveRoute } from '../../law/moves.ts';
import { platformGroup } from '../../law/platformGroups.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ContextOf } from '../../protocol/call.ts';
import { insertAccount, takeLogin, type TradingAccount } from '../accounts/face.ts';
import { clientById, requirePassed } from '../session/face.ts';
import { takeSwapFreeAlong } from '../swapFree/face.ts';
import type { movesContract } from './contract.ts';
import { moveTopic } from './driving.ts';
import { passPin } from './pins.ts';
import { blockersOf, clientThere, movingAccounts, standOf, type Platforms } from './seen.ts';
import { lockClient, setMoveState } from './clientRows.ts';
import { addMoveAccount, beginMove, type Move } from './store.ts';

type ProcessContext = ContextOf<(typeof movesContract)['calls']['process']>;

/** The call itself comes first; the job only where it did not come through. */
const jobDelayMs = 20 * secondMs;

/** The open move by that route, agreed to and approved. */
export async function readyMove(
  ctx: Pick<ProcessContext, 'sql' | 'client'> & {
    readonly refuse: (code: 'company_move_not_offered' | 'terms_not_accepted') => never;
  },
  route: MoveRoute,
): Promise<Move> {
  const { last, route: open } = await standOf(ctx.sql, ctx.client);
  if (open !== route) return ctx.refuse('company_move_not_offered');
  if (last?.phase !== 'offered' || last.termsVersion === null || last.approvedAt === null)
    return ctx.refuse('terms_not_accepted');
  return last;
}

/** Takes the PIN, and writes down that the move has begun: from then on nothing else of the client's moves. Answers its number. */
export async function beginTransfer(
  ctx: ProcessContext,
  route: MoveRoute,
  of: { readonly pin: string; readonly platforms: Platforms },
) {
  const move = await readyMove(ctx, route);
  const blockers = await blockersOf(ctx.sql, ctx.client, of.platforms);
  if (!blockers) return ctx.refuse('platform_unavailable');
  if (blockers.length > 0) return ctx.refuse('company_move_blocked', { data: { blockers } });
  const passed = await passPin(ctx, route, of.pin);
  await ctx.transact(async (sql) => {
    await requirePassed(sql, passed);
    if (!(await begin(sql, move, { ...ctx, route }))) return ctx.refuse('company_move_not_offered');
  });
  return move.id;
}

type BeginContext = Pick<ProcessContext, 'client' | 'now' | 'tellIn'> & { readonly route: MoveRoute };

/**
 * Writes down that it has begun, and what each account becomes; false when it has not been open any more, or the client may not move
 * any more: while the platforms were asked the desk may have frozen or closed them.
 */
export async function begin(sql: Sql, move: Move, ctx: BeginContext): Promise<boolean> {
  await lockClient(sql, ctx.client.id);
  const known = await clientById(sql, ctx.client.id);
  if (!known || !gateDecision('transfer', known.profile).allowed) return false;
  if (!(await beginMove(sql, move.id, ctx.now))) return false;
  await setMoveState(sql, ctx.client.id, 'under_way');
  for (const account of await movingAccounts(sql, ctx.client)) await intendAccount(sql, { account, move, ctx });
  await tellBegun(sql, move, ctx);
  return true;
}

interface Intended {
  readonly account: TradingAccount;
  readonly move: Move;
  readonly ctx: BeginContext;
}

/** Writes down the account that it becomes, under a login of the other company's range. */
async function intendAccount(sql: Sql, { account, move, ctx }: Intended): Promise<void> {
  const { number, type: old, currency, leverage: before, isPromo, swapFree, name } = account;
  const there = clientThere(ctx.client, ctx.route, move.country);
  const becomes = movedAccount({ typeName: old.name, currency, leverage: before, isPromo }, there);
  if (!becomes) return addMoveAccount(sql, { moveId: move.id, number, toNumber: null });
  const { type, leverage } = becomes;
  const { company } = movesTo[ctx.route];
  const toNumber = await takeLogin(sql, loginRange({ platform: type.platform, company, isDemo: false }));
  if (toNumber === undefined) throw new Error(`the logins of company ${company} on ${type.platform} are used up`);
  const client = { ...ctx.client.profile, ...there };
  const groupName = platformGroup({ client, type, currency, isSwapFree: swapFree, isDemo: false });
  const of = { type, currency, leverage, swapFree, groupName, name, openedAt: ctx.now, isDemo: false };
  await insertAccount(sql, { ...of, number: toNumber, clientId: ctx.client.id, companyId: company });
  await takeSwapFreeAlong(sql, { from: number, to: toNumber });
  await addMoveAccount(sql, { moveId: move.id, number, toNumber: accountNumber(toNumber) });
}

async function tellBegun(sql: Sql, { id, from, to }: Move, { client, now, tellIn }: BeginContext): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'company_move.begin',
    subject: `company_move:${id}`,
    clientId: client.id,
    detail: { from, to },
    at: now,
  });
  await tellIn(sql, { topic: moveTopic, key: `company_move:${id}`, payload: { move: id }, dueAt: after(now, jobDelayMs) });
}
