import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../base/sql.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { statuses } from '../../law/statuses.ts';
import type { Settings } from '../../settings/index.ts';
import { openKinds, type OpenKind, type Touched } from './contract.ts';
import { clientsByKind, countOpen, requestsByKind, type ClientsOfKind, type RequestsOfKind } from './store.ts';

/*
 * Whom a change of limits, fees or cooling-off touches: how many clients of which companies, which requests under way, and what of gold, of
 * losses and of the banks' money is open.
 */

type Cell = Settings['methods'][number];

/** Of what a setting decides: which kinds of payment, and whether one that is under way keeps what it was asked with. */
interface Reach {
  readonly types: readonly RequestsOfKind['type'][];
  readonly keeps: boolean;
  /** What else is open, and whether each of it goes on as it was agreed. */
  readonly open?: Readonly<Partial<Record<OpenKind, 'keeps' | 'anew'>>>;
  /** Only where gold is held. */
  readonly isOfGold?: true;
}

const all = ['deposit', 'withdraw', 'transfer'] as const;
const ofGold = { types: [], keeps: true, isOfGold: true } as const;

/** By the key of the setting, the longest that it begins with; of any other nobody can say whom it touches. */
const reaches: Readonly<Record<string, Reach>> = {
  methods: { types: all, keeps: true },
  deposit: { types: ['deposit'], keeps: true },
  transfer: { types: ['transfer'], keeps: true },
  rates: { types: all, keeps: true },
  withdraw: { types: ['withdraw'], keeps: true },
  // These are looked at when it is decided, or sent.
  'withdraw.secondPersonAbove': { types: ['withdraw'], keeps: false },
  'withdraw.coolingSeconds': { types: ['withdraw'], keeps: false },
  'withdraw.refusedHours': { types: ['withdraw'], keeps: false },
  'withdraw.minMarginLevelPercent': { types: ['withdraw'], keeps: false },
  contacts: { types: ['withdraw'], keeps: false },
  idleFees: { types: [], keeps: true },
  swapFree: { types: [], keeps: true },
  unverified: { types: ['deposit'], keeps: true },
  gold: { ...ofGold, open: { gold_quotes: 'keeps' } },
  // What selling all of a pledge would bring is reckoned with the spread of now.
  'gold.spreadBasisPoints': { ...ofGold, open: { gold_quotes: 'keeps', gold_pledges: 'anew' } },
  'gold.priceSeconds': { ...ofGold, open: { gold_quotes: 'keeps', gold_pledges: 'anew' } },
  goldCollateral: { ...ofGold, open: { gold_pledges: 'anew' } },
  goldDelivery: { ...ofGold, open: { gold_terms: 'keeps', gold_deliveries: 'keeps' } },
  'goldDelivery.termsSeconds': { ...ofGold, open: { gold_terms: 'anew' } },
  'goldDelivery.payDays': { ...ofGold, open: { gold_terms: 'anew', gold_unpaid: 'anew' } },
  // The vault's hours begin once it is paid.
  'goldDelivery.promisedHours': { ...ofGold, open: { gold_terms: 'anew', gold_unpaid: 'anew' } },
  // Who has been told that a person looks at a loss waits for that person.
  negativeBalance: { types: [], keeps: true, open: { losses: 'keeps' } },
  // Looked at when somebody assigns one.
  'bank.secondPersonAbove': { types: [], keeps: true, open: { unmatched: 'anew' } },
};

interface Asked {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly now: Date;
}

/** Undefined where it is no limit, fee or cooling-off of clients' money. */
export async function touchedBy(sql: Sql, { key, before, after, now }: Asked): Promise<Touched | undefined> {
  const reach = reachOf(key);
  if (!reach) return undefined;
  const cells = key === 'methods' ? changedCells(before, after) : undefined;
  const clients = (await clientsByKind(sql)).filter((kind) => isTouched(kind, { cells, reach }));
  const requests = (await requestsByKind(sql, now)).filter(
    (kind) => reach.types.includes(kind.type) && (cells === undefined || cells.some((cell) => isOfCell(kind, cell))),
  );
  return {
    clients: [...new Set(clients.map(({ company }) => company))].map((company) => ({
      company,
      count: sumOf(clients.filter((kind) => kind.company === company)),
    })),
    requests: reach.types.map((type) => {
      const of = requests.filter((kind) => kind.type === type);
      return { type, quotes: sumOf(of.filter(({ isQuote }) => isQuote)), under_way: sumOf(of.filter(({ isQuote }) => !isQuote)) };
    }),
    keeps_requests: reach.keeps,
    open: await openOf(sql, { reach, now }),
  };
}

async function openOf(
  sql: Sql,
  { reach: { open }, now }: { readonly reach: Reach; readonly now: Date },
): Promise<Touched['open']> {
  if (!open) return [];
  const counts = await countOpen(sql, now);
  return openKinds.flatMap((of) => (open[of] === undefined ? [] : [{ of, count: counts[of], keeps: open[of] === 'keeps' }]));
}

/** Of the setting of that key; undefined where it is no limit, fee or cooling-off of clients' money. */
export function reachOf(key: string): Reach | undefined {
  const parts = key.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const found = reaches[parts.slice(0, length).join('.')];
    if (found) return found;
  }
  return undefined;
}

/** Cells of the methods' table that would not be as they were: those that go, and those that come. */
export function changedCells(before: unknown, after: unknown): readonly Cell[] {
  const [from, to] = [cellsIn(before), cellsIn(after)];
  const isIn = (cell: Cell, cells: readonly Cell[]): boolean => cells.some((other) => isDeepStrictEqual(cell, other));
  return [...from.filter((cell) => !isIn(cell, to)), ...to.filter((cell) => !isIn(cell, from))];
}

const cellsIn = (value: unknown): readonly Cell[] => (Array.isArray(value) ? (value as readonly Cell[]) : []);

/** Whoever may move money at all, and is of a place whose cell changes. */
function isTouched(
  { company, country, status }: ClientsOfKind,
  { cells, reach }: { readonly cells: readonly Cell[] | undefined; readonly reach: Reach },
): boolean {
  if (statuses[status].money === 'none') return false;
  const { key: region, gold } = regionProfileOf({ company, country });
  if (reach.isOfGold && gold.openTo !== 'everybody' && !gold.openTo.includes(country)) return false;
  return cells === undefined || cells.some((cell) => cell.region === region);
}

function isOfCell({ company, country, type, method, currency }: RequestsOfKind, cell: Cell): boolean {
  const region = regionProfileOf({ company, country }).key;
  return cell.region === region && cell.direction === type && cell.method === method && cell.currency === currency;
}

const sumOf = (kinds: readonly { readonly count: number }[]): number => kinds.reduce((sum, { count }) => sum + count, 0);
