import type { Sql } from '../../src/base/sql.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { DrillPlatform } from './platform.ts';
import { loginOf, type ToldPledge } from './pledging.ts';

/** A trade that a client was told of. */
export interface ToldTrade {
  readonly clientId: number;
  readonly quoteId: string;
  readonly side: 'buy' | 'sell';
  readonly weight: bigint;
  readonly metal: bigint;
  readonly spread: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** What each client began with, in cents of the wallet; nobody began with gold. */
export interface Began {
  readonly clientId: number;
  readonly dollars: bigint;
}

interface Held {
  readonly code: string;
  readonly minor: bigint;
}

/** All that anybody was told, and what the platform has. */
export interface Told {
  readonly trades: readonly ToldTrade[];
  readonly pledges: readonly ToldPledge[];
  readonly platform: Pick<DrillPlatform, 'held'>;
}

/** Pledged gold that the broker has sold, as its client is told of it. */
interface Sale {
  readonly clientId: number;
  readonly weight: bigint;
  readonly credit: bigint;
  readonly metal: bigint;
  readonly spread: bigint;
  readonly total: bigint;
}

/** What is wrong with the book, held to what clients were told and to nothing else; empty where all is well. */
export async function judge(sql: Sql, began: readonly Began[], told: Told): Promise<string[]> {
  const held = await balances(sql);
  const sales = await sql.many<Sale>(
    `select client_id as "clientId", weight, credit, metal, spread, total from gold_pledge_order
     where kind = 'sale' and phase = 'done' order by id limit 10000`,
  );
  return [
    ...usedTwice(told),
    ...clientFaults(held, began, { ...told, sales }),
    ...brokerFaults(held, { ...told, sales }),
    ...(await bookFaults(sql, told.trades)),
  ];
}

function usedTwice({ trades, pledges }: Told): string[] {
  const seen = new Set<string>();
  const orders = new Set<bigint>();
  const twice = pledges.flatMap(({ orderId }) =>
    orders.size === orders.add(orderId).size ? [`the pledge ${orderId} was told twice`] : [],
  );
  return trades
    .flatMap(({ quoteId }) => (seen.size === seen.add(quoteId).size ? [`quote ${quoteId} was used twice`] : []))
    .concat(twice);
}

interface Moved extends Told {
  readonly sales: readonly Sale[];
}

/** Every client has what the trades have brought, to the cent and to the tenth of a microgram; what is lent, the platform has too. */
function clientFaults(held: ReadonlyMap<string, bigint>, began: readonly Began[], told: Moved): string[] {
  return began.flatMap(({ clientId, dollars }) => {
    const isOwn = (one: { readonly clientId: number }): boolean => one.clientId === clientId;
    const [trades, pledges, sales] = [told.trades.filter(isOwn), told.pledges.filter(isOwn), told.sales.filter(isOwn)];
    const bought = sum(trades, ({ side, weight }) => (side === 'buy' ? weight : -weight));
    const left = dollars + sum(trades, ({ side, total }) => (side === 'buy' ? -total : total));
    const set = sum(pledges, ({ kind, weight }) => (kind === 'pledge' ? weight : -weight));
    const lent = sum(pledges, ({ kind, credit }) => (kind === 'pledge' ? credit : -credit)) - sum(sales, ({ credit }) => credit);
    const login = loginOf(clientId);
    const brought = sum(sales, ({ total }) => total);
    const { balance, credit } = told.platform.held(login);
    return [
      ...differs(held, `3:XAU:client:${clientId}:gold`, bought - set),
      ...differs(held, `3:XAU:client:${clientId}:pledge:${login}`, set - sum(sales, ({ weight }) => weight)),
      ...differs(held, `3:USD:client:${clientId}:wallet`, left),
      ...differs(held, `3:USD:client:${clientId}:credit:${login}`, lent),
      ...differs(held, `3:USD:client:${clientId}:trading:${login}`, brought),
      ...(balance === brought && credit === lent ? [] : [`the platform has ${balance} and ${credit} of credit on ${login}`]),
    ];
  });
}

/** No gram is made or lost, and spread and tax are what was told. */
function brokerFaults(held: ReadonlyMap<string, bigint>, { trades, sales }: Moved): string[] {
  const toBroker = ({ side }: ToldTrade, minor: bigint): bigint => (side === 'buy' ? minor : -minor);
  const gold = sum(sales, ({ weight }) => weight) - sum(trades, (trade) => toBroker(trade, trade.weight));
  const dollars = sum(trades, (trade) => toBroker(trade, trade.metal)) - sum(sales, ({ metal }) => metal);
  const spread = sum(trades, (trade) => trade.spread) + sum(sales, (sale) => sale.spread);
  const tax = sum(trades, (trade) => trade.tax);
  return [
    ...differs(held, '3:XAU:house:exchange', gold),
    ...differs(held, '3:USD:house:exchange', dollars),
    ...differs(held, '3:USD:house:spread', spread),
    ...differs(held, '3:USD:house:tax', tax),
    ...differs(held, '3:USD:house:transit:in', 0n),
  ];
}

async function bookFaults(sql: Sql, told: readonly ToldTrade[]): Promise<string[]> {
  const { trades } = await sql.one<{ trades: bigint }>(
    `select count(*) as trades from ledger_movement where key like 'gold_trade:%'`,
  );
  const { sums } = await sql.one<{ sums: bigint }>('select count(*) as sums from gold_trade');
  const count = BigInt(told.length);
  return [
    ...(trades === count ? [] : [`${trades} trades are posted, ${count} were told`]),
    ...(sums === count ? [] : [`${sums} trades are kept, ${count} were told`]),
    ...(await auditLedger(sql, { scope: 'whole' })).map((finding) => `the audit found ${JSON.stringify(finding)}`),
  ];
}

function differs(held: ReadonlyMap<string, bigint>, code: string, wanted: bigint): string[] {
  const minor = held.get(code) ?? 0n;
  return minor === wanted ? [] : [`${code} holds ${minor} instead of ${wanted}`];
}

function sum<Fact>(told: readonly Fact[], of: (fact: Fact) => bigint): bigint {
  return told.reduce((total, fact) => total + of(fact), 0n);
}

/** Of every account: a client's as it stands in its row, the broker's from the entries. */
async function balances(sql: Sql): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql.many<Held>(
    `select a.code, coalesce(a.balance, (
       select coalesce(sum(case when e.to_account = a.id then e.amount else -e.amount end), 0)::bigint
       from ledger_entry e where a.id in (e.from_account, e.to_account)
     )) as minor from ledger_account a limit 1000`,
  );
  return new Map(rows.map(({ code, minor }) => [code, minor]));
}
