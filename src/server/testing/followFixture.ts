import { accountOf } from '../../areas/accounts/face.ts';
import { beginStrategy, endConversion } from '../../areas/strategies/face.ts';
import { clientId, type AccountNumber } from '../../base/id.ts';
import { parseMinor } from '../../base/money.ts';
import { dayMs } from '../../base/time.ts';
import { broker, trading } from '../../ledger/chart.ts';
import type { SignedIn, TestApp } from './app.ts';
import type { BookFixture } from './bookFixture.ts';

/** A follow with money in both books, as if it had begun so many days ago. */
export interface TestFollow {
  readonly id: number;
  readonly strategyId: number;
  /** The follower's account. */
  readonly number: AccountNumber;
}

export interface FollowWish {
  readonly provider: SignedIn;
  readonly follower: SignedIn;
  /** A strategy of the provider's that is there already. */
  readonly strategyId?: number;
  readonly invested?: string;
  /** In per cent. */
  readonly share?: number;
  readonly daysAgo?: number;
}

let named = 0;

export async function openFollow(
  app: TestApp,
  books: Pick<BookFixture, 'account'>,
  { provider, follower, invested = '1000.00', share = 20, daysAgo = 31, ...wish }: FollowWish,
): Promise<TestFollow> {
  const { sql } = app.owner;
  const strategyId = wish.strategyId ?? (await openStrategy(app, books, { provider, share }));
  const number = await books.account(follower, 'ecn mt4', { currency: 'USD', amount: invested });
  const minor = String(parseMinor(invested, 'USD') ?? 0n);
  const at = new Date(app.opened.clock.now().getTime() - daysAgo * dayMs);
  const { id } = await sql.one<{ id: number }>(
    `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, invested, high_water,
       asked_at, started_at)
     select $1, $2, $3, max(id), $4, false, 50, 'active', $5, $5, $6, $6 from strategy_offer where strategy_id = $2 returning id`,
    [follower.clientId, strategyId, number, share, minor, at],
  );
  return { id, strategyId, number };
}

async function openStrategy(
  app: TestApp,
  books: Pick<BookFixture, 'account'>,
  { provider, share }: { readonly provider: SignedIn; readonly share: number },
): Promise<number> {
  const { sql } = app.owner;
  const at = app.opened.clock.now();
  const leader = await books.account(provider, 'ecn mt4', { currency: 'USD', amount: '200.00' });
  const name = `Tested-${(named += 1)}`;
  const offered = { name, nickname: 'Told by a test', description: '', share, minimum: 100_00n, askedAt: at };
  const id = Number(await beginStrategy(sql, { ...offered, clientId: clientId(provider.clientId), number: leader }));
  await endConversion(sql, { id, isDone: true, at });
  return id;
}

/** Its provider asks to close a strategy that others follow, and the desk agrees. */
export async function closeAtDesk(app: TestApp, provider: SignedIn, strategyId: number): Promise<void> {
  const path = 'api/direct/investment-program/archive-request';
  await app.call({ method: 'POST', path, as: provider, body: { strategy_id: strategyId } });
  await decideArchive(app, strategyId, { decision: 'approved' });
}

/** What the desk decides of the request that was made last. */
export async function decideArchive(app: TestApp, strategyId: number, decided: object): ReturnType<TestApp['call']> {
  const sought = 'select max(id)::integer as id from strategy_archive where strategy_id = $1';
  const { id } = await app.owner.sql.one<{ id: number | null }>(sought, [strategyId]);
  if (id === null) throw new Error(`nobody asked to close the strategy ${strategyId}`);
  const as = await app.signInStaff('compliance');
  const body = { ...decided, reason: 'Told by the test.' };
  return app.call({ method: 'POST', path: `/api/desk/remunerations/archives/${id}`, as, body });
}

/** What trading has brought, or below zero cost: in both books. */
export async function gain(app: TestApp, number: AccountNumber, amount: string): Promise<void> {
  const { platforms, book, clock } = app.opened.app;
  const account = await accountOf(app.owner.sql, number);
  const minor = parseMinor(amount.replace('-', ''), 'USD') ?? 0n;
  if (!account) throw new Error(`there is no account ${number}`);
  const isLoss = amount.startsWith('-');
  const tag = `gained-${(named += 1)}`;
  const change = { login: number, kind: 'correction', amount: isLoss ? -minor : minor, currency: 'USD', tag } as const;
  const answer = await platforms[account.platform].balanceOperation({ ...change, checkMargin: false });
  if (answer.outcome !== 'done') throw new Error(`the platform would not: ${JSON.stringify(answer)}`);
  const own = trading({ company: account.companyId, clientId: account.clientId }, 'USD', number);
  const other = broker(account.companyId, 'USD', account.platform);
  const legs = [isLoss ? { from: own, to: other, minor } : { from: other, to: own, minor }] as const;
  await book.submit({ movement: { key: `deal:${tag}`, kind: 'deal', legs, at: clock.now() } });
}
