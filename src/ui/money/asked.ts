import { readCurrency, type Currency } from '../../base/currency.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';

/** What an address may ask a form of money to begin with (document 1 §2). */
export interface AskedMoney {
  readonly account: number | undefined;
  readonly currency: Currency | undefined;
  /** A decimal string of the currency. */
  readonly amount: string | undefined;
  readonly method: number | undefined;
  /** What the method asks for besides: the bank, the coin on its network. */
  readonly bank?: string | undefined;
  readonly crypto_network?: string | undefined;
  /** Where it goes to: the number of one that is known. */
  readonly destination?: string | undefined;
}

interface MoneyQuery {
  readonly acc?: string | undefined;
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
  readonly amount?: string | undefined;
  readonly amount_in_minor_units?: string | undefined;
  readonly destination?: string | undefined;
  readonly form_data?: string | undefined;
}

/**
 * Reads the query of a form of money. Whatever cannot be read is left out: an address is a wish, and the form checks what
 * comes of it. `form_data` is JSON of the fields that `api/payments_process` takes; single parameters win over it.
 */
export function readAsked(query: MoneyQuery): AskedMoney {
  const data = readData(query.form_data);
  const currency = readCurrency(query.currency ?? data.currency ?? '');
  const exact = query.amount_in_minor_units;
  const minor = exact !== undefined && /^\d{1,15}$/.test(exact) ? BigInt(exact) : undefined;
  const typed = query.amount ?? data.amount;
  const known = currency ?? 'USD';
  return {
    account: readNumber(query.acc ?? query.account ?? data.account_number),
    currency,
    amount:
      minor !== undefined
        ? formatMinor(minor, known)
        : typed !== undefined && parseMinor(typed, known) !== undefined
          ? typed
          : undefined,
    method: readNumber(data.pm_id),
    bank: data.bank,
    destination: query.destination,
    crypto_network: data.crypto_network,
  };
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

function readData(text: string | undefined): Readonly<Record<string, string | undefined>> {
  try {
    const data: unknown = JSON.parse(text ?? '{}');
    if (data === null || typeof data !== 'object') return {};
    return Object.fromEntries(
      Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
      ),
    );
  } catch {
    return {};
  }
}
