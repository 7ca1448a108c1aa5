import type { Sql } from '../../src/base/sql.ts';
import { auditLedger } from '../../src/ledger/audit.ts';

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

/** What is wrong with the book, held to what clients were told and to nothing else; empty where all is well. */
export async function judge(sql: Sql, began: readonly Began[], told: readonly ToldTrade[]): Promise<string[]> {
  const held = await balances(sql);
  return [...usedTwice(told), ...clientFaults(held, began, told), ...brokerFaults(held, told), ...(await bookFaults(sql, told))];
}

function usedTwice(told: readonly ToldTrade[]): string[] {
  const seen = new Set<string>();
  return told.flatMap(({ quoteId }) => (seen.size === seen.add(quoteId).size ? [`quote ${quoteId} was used twice`] : []));
}

/** Every client has what the trades have brought, to the cent and to the tenth of a microgram. */
function clientFaults(held: ReadonlyMap<string, bigint>, began: readonly Began[], told: readonly ToldTrade[]): string[] {
  return began.flatMap(({ clientId, dollars }) => {
    const own = told.filter((trade) => trade.clientId === clientId);
    const gold = sum(own, ({ side, weight }) => (side === 'buy' ? weight : -weight));
    const left = dollars + sum(own, ({ side, total }) => (side === 'buy' ? -total : total));
    return [...differs(held, `3:XAU:client:${clientId}:gold`, gold), ...differs(held, `3:USD:client:${clientId}:wallet`, left)];
  });
}

/** No gram is made or lost, and spread and tax are what was told. */
function brokerFaults(held: ReadonlyMap<string, bigint>, told: readonly ToldTrade[]): string[] {
  const toBroker = ({ side }: ToldTrade, minor: bigint): bigint => (side === 'buy' ? minor : -minor);
  return [
    ...differs(held, '3:XAU:house:exchange', -sum(told, (trade) => toBroker(trade, trade.weight))),
    ...differs(
      held,
      '3:USD:house:exchange',
      sum(told, (trade) => toBroker(trade, trade.metal)),
    ),
    ...differs(
      held,
      '3:USD:house:spread',
      sum(told, ({ spread }) => spread),
    ),
    ...differs(
      held,
      '3:USD:house:tax',
      sum(told, ({ tax }) => tax),
    ),
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

const sum = (told: readonly ToldTrade[], of: (trade: ToldTrade) => bigint): bigint =>
  told.reduce((total, trade) => total + of(trade), 0n);

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
