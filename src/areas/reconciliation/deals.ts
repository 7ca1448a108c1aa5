import { after, minuteMs } from '../../base/time.ts';
import { clientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Book, Intent } from '../../ledger/book.ts';
import { broker, tax, trading } from '../../ledger/chart.ts';
import type { Leg } from '../../ledger/entries.ts';
import type { Deal, Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { noteSecondDeals, takeBack } from '../platformOperations/face.ts';
import { keepDeals, markPosted, readMark, setMark, waitingDeals, type WaitingDeal } from '../deals/face.ts';
import { firstOpening } from './store.ts';

/** Deals are asked for again so far back, because one with an earlier time may appear late. */
export const overlapMs = minuteMs;
/** A quiet server's mark follows the clock at this distance. */
const readAgainMs = 10 * minuteMs;
/** One sweep reads at most so many answers of the platform; the next goes on from there. */
const mostAnswers = 20;
const mostPostings = 2000;

export interface DealsOf {
  readonly server: PlatformKey;
  readonly platform: Platform;
  readonly book: Pick<Book, 'submit'>;
}

/** Reads a server's new deals, keeps them, posts to the ledger what it has to know, and takes back what was done once too often. */
export async function postDeals(of: DealsOf, context: JobContext): Promise<void> {
  await readNewDeals(of, context);
  await postWaiting(of, context);
  const clients = await takeBack({ ...context, platform: of.platform }, of.server);
  for (const id of clients) await context.stale(clientId(id), ['accounts', 'dashboard']);
}

async function readNewDeals({ server, platform }: DealsOf, context: JobContext): Promise<void> {
  const mark = (await readMark(context.sql, server)) ?? (await firstOpening(context.sql, server));
  if (!mark) return;
  const to = after(context.now, minuteMs);
  let from = after(mark, -overlapMs);
  for (let count = 0; count < mostAnswers; count += 1) {
    const answer = await platform.dealsOfAll({ from, to });
    if (answer.outcome !== 'done') return;
    const { deals, complete } = answer;
    const last = deals.at(-1)?.at ?? from;
    // The mark never goes back, and a cut answer is continued from its last deal.
    const next = latest(mark, last, complete ? after(context.now, -readAgainMs) : last);
    // While nothing comes, the mark follows the clock from time to time.
    if (complete && deals.length === 0 && next.getTime() - mark.getTime() < minuteMs) return;
    const touched = await context.transact(async (sql) => keepAndMark(sql, { server, deals, next }));
    await noteSecondDeals(
      context,
      server,
      deals.filter(isMoney).map(({ profit, ...deal }) => ({ ...deal, amount: profit })),
    );
    await tellClients(touched, context);
    if (complete) return;
    if (last <= from) throw new Error(`${server} cut its answer before the first second of ${from.toISOString()} was over`);
    from = last;
  }
}

/** What we may have asked for; our tags are never empty. */
function isMoney({ kind, tag }: Deal): boolean {
  return tag !== '' && (kind === 'balance' || kind === 'credit' || kind === 'correction');
}

function latest(...instants: readonly Date[]): Date {
  return new Date(Math.max(...instants.map((instant) => instant.getTime())));
}

async function keepAndMark(
  sql: Sql,
  read: { readonly server: PlatformKey; readonly deals: readonly Deal[]; readonly next: Date },
) {
  const touched = await keepDeals(sql, read.server, read.deals);
  await setMark(sql, read.server, read.next);
  return touched;
}

/** Beyond so many clients at once (a first reading), each browser finds out by its own refreshing. */
const mostTold = 200;

async function tellClients(touched: readonly { clientId: number }[], context: JobContext): Promise<void> {
  const clients = [...new Set(touched.map((row) => row.clientId))].slice(0, mostTold);
  await Promise.all(clients.map((id) => context.stale(clientId(id), ['positions', 'accounts'])));
}

async function postWaiting({ server, book }: DealsOf, context: JobContext): Promise<void> {
  const deals = await waitingDeals(context.sql, server, mostPostings);
  if (deals.length === 0) return;
  const outcomes = await Promise.all(deals.map(async (deal) => ({ deal, posted: await book.submit(dealIntent(deal)) })));
  const posted = outcomes.filter((outcome) => outcome.posted.outcome === 'posted');
  await markPosted(context.sql, server, { tickets: posted.map(({ deal }) => deal.ticket), at: context.now });
  const refused = outcomes.find((outcome) => outcome.posted.outcome === 'refused');
  if (refused)
    throw new Error(`the ledger would not take deal ${server}:${refused.deal.ticket}: ${JSON.stringify(refused.posted)}`);
}

/** A deal as the ledger knows it: what the client gains the broker gives, and the other way round. The tax of a dividend is owed to the state. */
export function dealIntent(deal: WaitingDeal): Intent {
  const owner = { company: deal.companyId, clientId: deal.clientId };
  const account = trading(owner, deal.currency, deal.number);
  const isTax = deal.kind === 'tax';
  const app = isTax ? tax(deal.companyId, deal.currency) : broker(deal.companyId, deal.currency, deal.server);
  const leg = (minor: bigint): Leg =>
    minor > 0n ? { from: app, to: account, minor } : { from: account, to: app, minor: -minor };
  const [first, ...rest] = [deal.profit, deal.swap, deal.commission].filter((minor) => minor !== 0n).map(leg);
  if (!first) throw new Error(`deal ${deal.server}:${deal.ticket} moves nothing`);
  return {
    movement: {
      key: `deal:${deal.server}:${deal.ticket}`,
      kind: isTax ? 'dividend_tax' : 'deal',
      legs: [first, ...rest],
      at: deal.at,
    },
  };
}
