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
