/** A transfer that the broker has ordered. */
export interface Ordered {
  readonly reference: string;
  /** It is paid from. */
  readonly account: string;
  readonly minor: bigint;
  readonly currency: string;
  /** Whom it goes to, as JSON. */
  readonly creditor: string;
  readonly text: string;
  readonly status: 'PDNG' | 'ACSC' | 'RJCT';
  /** The number of its entry on the account. */
  readonly booked: string | null;
  readonly at: Date;
}

/** What the bank remembers of orders. */
export interface OrderStore {
  ordered(reference: string): Ordered | undefined;
  /** Keeps an order as it stands now. */
  order(ordered: Ordered): void;
}

export const orderTable = `create table if not exists ordered (reference text primary key, account text, minor text, currency text, creditor text,
  text text, status text, booked text, at text);`;

type Row = Readonly<Record<string, string | number | null>>;

interface Tables {
  readonly rows: (text: string, ...values: string[]) => Row[];
  readonly run: (text: string, ...values: (string | null)[]) => void;
}

export function openOrders({ rows, run }: Tables): OrderStore {
  return {
    ordered: (reference) => rows('select * from ordered where reference = ?', reference).map(readOrdered)[0],
    order: ({ reference, account, minor, currency, creditor, text, status, booked, at }) =>
      run(
        'insert or replace into ordered (reference, account, minor, currency, creditor, text, status, booked, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        reference,
        account,
        String(minor),
        currency,
        creditor,
        text,
        status,
        booked,
        at.toISOString(),
      ),
  };
}

function readOrdered(row: Row): Ordered {
  const text = (name: string): string => String(row[name] ?? '');
  const status = text('status');
  return {
    reference: text('reference'),
    account: text('account'),
    minor: BigInt(text('minor')),
    currency: text('currency'),
    creditor: text('creditor'),
    text: text('text'),
    status: status === 'ACSC' || status === 'RJCT' ? status : 'PDNG',
    booked: row['booked'] === null ? null : text('booked'),
    at: new Date(text('at')),
  };
}
