import { z } from 'zod';
import { maxReferenceLength, type BankDesk, type PaymentRequest, type Payments, type StartAnswer } from '../port.ts';
import { ask, parsed, unknown, type BankSettings } from './asking.ts';
import { readStatements } from './messages.ts';
import { lookUp, payOut } from './payingOut.ts';

export type { BankSettings } from './asking.ts';

/**
 * Transfers from bank to bank. Nobody is asked anything when one comes in: the client is told the account and the reference, and what
 * came in stands in the bank's statements. What goes out is ordered there.
 */
export function openBank(settings: BankSettings): Payments {
  return {
    startPayment: async (request) => startPayment(settings, request),
    payOut: (request) => payOut(settings, request),
    // Of what comes in it knows no orders, which it says in its statements and nowhere else: only what the broker has ordered.
    lookUp: (reference) => lookUp(settings, reference),
    readNotification: () => ({ verified: false, reason: 'malformed', reference: undefined }),
    bank: openDesk(settings),
    acknowledge: () => ({ headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '' }),
  };
}

function startPayment({ accounts }: BankSettings, { intent, reference, amount }: PaymentRequest): StartAnswer {
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  if (intent !== 'deposit' || !accounts.some(({ currency }) => currency === amount.currency))
    return { outcome: 'refused', code: 'currency_not_supported', message: `there is no account in ${amount.currency}` };
  return { outcome: 'started', byTransfer: true };
}

/** `GET /v1/statements?from=<day>` is `{ "statements": [{ "name" }] }`, `GET /v1/statements/<name>` the file. */
function openDesk(settings: BankSettings): BankDesk {
  return {
    accounts: settings.accounts,
    async statements(from) {
      const answer = await ask(settings, { path: `/v1/statements?from=${encodeURIComponent(from)}` });
      if (answer.outcome === 'unknown') return answer;
      if (answer.status !== 200) return unknown(`status ${answer.status}`);
      const read = listSchema.safeParse(parsed(answer.raw));
      if (!read.success) return unknown('the list of statements came in an unknown form');
      return { outcome: 'done', names: read.data.statements.map(({ name }) => name) };
    },
    statement: async (name) => {
      const answer = await ask(settings, { path: `/v1/statements/${encodeURIComponent(name)}` });
      if (answer.outcome === 'unknown') return answer;
      return answer.status === 200 ? { outcome: 'done', raw: answer.raw } : unknown(`status ${answer.status}`);
    },
    read: (raw) => readStatements(raw, zoneOf(settings)),
  };
}

const listSchema = z.object({ statements: z.array(z.object({ name: z.string().min(1).max(200) })).max(1000) });

/** Of an account that is not ours nothing is booked, so that it does not matter where its clock stands. */
function zoneOf({ accounts }: BankSettings): (account: string) => string {
  return (account) => accounts.find(({ number }) => number === account)?.zone ?? 'UTC';
}
