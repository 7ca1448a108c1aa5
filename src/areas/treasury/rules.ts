import type { DeclaredColumns } from '../../base/columns.ts';
import type { Say } from '../../base/wording.ts';
import { companyName } from '../../law/companyNames.ts';
import type {
  Awaited,
  BankSide,
  BookDay,
  ClientMoney,
  Coming,
  Lying,
  PlatformDifference,
  ProviderDay,
  TrialLine,
} from './contract.ts';

/** A line of the trial balance, as far as these rules look at it. Amounts are minor units. */
interface Line {
  readonly company: number;
  readonly unit: string;
  readonly isClients: boolean;
  readonly kind: string;
  readonly closing: bigint;
  readonly owed: bigint;
}

/** Of a company and currency, in minor units. */
export interface MoneyOfClients {
  readonly company: number;
  readonly unit: string;
  readonly required: bigint;
  readonly held: bigint;
}

/** Accounts of clients whose money is theirs. A bonus is not, a debt is none, and gold is no money. */
const ofClients: ReadonlySet<string> = new Set(['wallet', 'hold', 'trading']);
/** Accounts of the broker on which clients' money is on its way, or waits until it is known whose it is. */
const onItsWay: ReadonlySet<string> = new Set(['transit', 'clearing', 'suspense']);
/** What stands below zero there is with somebody who holds it for us (another company of the broker's too), or was so before this book. */
const elsewhere: ReadonlySet<string> = new Set(['provider', 'opening', 'intercompany']);

/** Client money required against held, for each company and currency; gold is looked at by its vaults. */
export function clientMoneyIn(lines: readonly Line[]): MoneyOfClients[] {
  const found = new Map<string, MoneyOfClients>();
  for (const line of lines) {
    if (line.unit === 'XAU') continue;
    const key = `${line.company} ${line.unit}`;
    const before = found.get(key) ?? { company: line.company, unit: line.unit, required: 0n, held: 0n };
    const required = before.required + requiredBy(line);
    const held = before.held - (!line.isClients && elsewhere.has(line.kind) ? line.closing : 0n);
    found.set(key, { ...before, required, held });
  }
  return [...found.values()];
}

function requiredBy({ isClients, kind, owed }: Line): bigint {
  return (isClients ? ofClients : onItsWay).has(kind) ? owed : 0n;
}

/** Companies and currencies whose closing balances do not sum to zero, by how much. */
export function unevenIn(lines: readonly Line[]): { readonly company: number; readonly unit: string; readonly minor: bigint }[] {
  const sums = new Map<string, { readonly company: number; readonly unit: string; readonly minor: bigint }>();
  for (const { company, unit, closing } of lines) {
    const before = sums.get(`${company} ${unit}`)?.minor ?? 0n;
    sums.set(`${company} ${unit}`, { company, unit, minor: before + closing });
  }
  return [...sums.values()].filter(({ minor }) => minor !== 0n);
}

/** Whether the closing balances of each company and currency sum to zero. */
export function isEven(lines: readonly Line[]): boolean {
  return unevenIn(lines).length === 0;
}

/* The tables of the desk, each declared once for its screen and its file. */

const currency = (row: { readonly currency: string }): string => row.currency;

const placed = {
  company: {
    title: 'treasury.company',
    kind: 'text',
    share: 1,
    text: ({ company }: { readonly company: number }, say: Say) => companyName(company, say),
  },
  currency: { title: 'treasury.currency', kind: 'code', share: 0.8, text: currency },
} as const;

/** An amount of a row, in the row's currency. */
function amountOf<Key extends string>(key: Key) {
  const text = (row: Readonly<Record<Key, string>>): string => row[key];
  return { kind: 'decimal', share: 2, currency, text } as const;
}

const dated = {
  day: { title: 'treasury.day', kind: 'code', share: 1.2, text: ({ day }) => day },
} satisfies DeclaredColumns<{ readonly day: string }>;

export const trialColumns = {
  ...placed,
  account: { title: 'treasury.account', kind: 'code', share: 2.4, text: ({ account }) => account },
  opening: { title: 'treasury.opening', ...amountOf('opening') },
  debit: { title: 'treasury.debit', ...amountOf('debit') },
  credit: { title: 'treasury.credit', ...amountOf('credit') },
  closing: { title: 'treasury.closing', ...amountOf('closing') },
} satisfies DeclaredColumns<TrialLine>;

export const moneyColumns = {
  ...placed,
  required: { title: 'treasury.required', ...amountOf('required') },
  held: { title: 'treasury.held', ...amountOf('held') },
  over: { title: 'treasury.over', ...amountOf('over') },
} satisfies DeclaredColumns<ClientMoney>;

export const lyingColumns = {
  ...placed,
  provider: { title: 'treasury.provider', kind: 'code', share: 1.2, text: ({ provider }) => provider },
  amount: { title: 'treasury.amount', ...amountOf('amount') },
  toPay: { title: 'treasury.toPay', ...amountOf('to_pay') },
} satisfies DeclaredColumns<Lying>;

export const comingColumns = {
  day: { title: 'treasury.coming.day', kind: 'code', share: 1.2, text: ({ day }, say) => day ?? say('treasury.coming.open') },
  company: placed.company,
  provider: { title: 'treasury.provider', kind: 'code', share: 1.2, text: ({ provider }) => provider },
  currency: placed.currency,
  payouts: { title: 'treasury.coming.payouts', kind: 'decimal', share: 1, text: ({ payouts }) => String(payouts) },
  amount: { title: 'treasury.amount', ...amountOf('amount') },
  unapproved: { title: 'treasury.coming.unapproved', ...amountOf('unapproved') },
} satisfies DeclaredColumns<Coming>;

export const awaitedColumns = {
  ...placed,
  payouts: { title: 'treasury.payouts', kind: 'decimal', share: 1, text: ({ payouts }) => String(payouts) },
  amount: { title: 'treasury.amount', ...amountOf('amount') },
} satisfies DeclaredColumns<Awaited>;

export const bookColumns = {
  ...dated,
  even: {
    title: 'treasury.even',
    kind: 'text',
    share: 4,
    text: ({ is_even: isEvenDay, uneven }, say) =>
      isEvenDay
        ? say('treasury.even.yes')
        : uneven.map(({ company, currency: unit, amount }) => `${companyName(company, say)} ${unit} ${amount}`).join('; '),
  },
} satisfies DeclaredColumns<BookDay>;

/** Client money of a day, as the days beside each other show it. */
export type MoneyDay = { readonly day: string } & ClientMoney;

export const moneyDayColumns = {
  ...dated,
  ...moneyColumns,
  short: {
    title: 'treasury.state',
    kind: 'text',
    share: 1.2,
    text: ({ is_short: isShort }, say) => say(isShort ? 'treasury.state.open' : 'treasury.state.same'),
  },
} satisfies DeclaredColumns<MoneyDay>;

export const providerColumns = {
  ...dated,
  provider: { title: 'treasury.provider', kind: 'code', share: 1.2, text: ({ provider }) => provider },
  currency: placed.currency,
  reported: { title: 'treasury.reported', ...amountOf('reported') },
  posted: { title: 'treasury.posted', ...amountOf('posted') },
  difference: { title: 'treasury.difference', ...amountOf('difference') },
  findings: {
    title: 'treasury.findings',
    kind: 'text',
    share: 3,
    text: ({ findings }) => findings.map(({ of, amount, why }) => `${of} ${amount} (${why.replaceAll('_', ' ')})`).join('; '),
  },
  state: { title: 'treasury.state', kind: 'text', share: 1.4, text: ({ state }, say) => say(`treasury.state.${state}`) },
} satisfies DeclaredColumns<ProviderDay>;

export const platformColumns = {
  ...dated,
  number: { title: 'treasury.account', kind: 'code', share: 1.2, text: ({ number }) => String(number) },
  client: { title: 'treasury.client', kind: 'code', share: 1, text: ({ client_id: id }) => String(id) },
  measure: { title: 'treasury.measure', kind: 'code', share: 1.2, text: ({ measure }) => measure },
  currency: { ...placed.currency, isFileOnly: true },
  platform: { title: 'treasury.platform', ...amountOf('platform') },
  ledger: { title: 'treasury.ledger', ...amountOf('ledger') },
  difference: { title: 'treasury.difference', ...amountOf('difference') },
  state: { title: 'treasury.state', kind: 'text', share: 1.4, text: ({ state }, say) => say(`treasury.state.${state}`) },
} satisfies DeclaredColumns<PlatformDifference>;

export const bankColumns = {
  ...dated,
  ...placed,
  stated: { title: 'treasury.bank', ...amountOf('stated') },
  book: { title: 'treasury.posted', ...amountOf('book') },
  missing: { title: 'treasury.bank.missing', ...amountOf('missing') },
  difference: { title: 'treasury.difference', ...amountOf('difference') },
  explained: { title: 'treasury.state.explained', ...amountOf('explained') },
  state: { title: 'treasury.state', kind: 'text', share: 1.4, text: ({ state }, say) => say(`treasury.state.${state}`) },
} satisfies DeclaredColumns<BankSide>;
