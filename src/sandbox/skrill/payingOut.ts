import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isCurrency } from '../../base/currency.ts';
import { parseMinor } from '../../base/money.ts';
import type { VendorAnswer, VendorRequest } from '../listener.ts';
import { takeOrder } from '../praxis/payingOut.ts';
import type { Order, PraxisStore } from '../praxis/store.ts';

type Wanted = Omit<Order, 'tid' | 'status'>;

/** Skrill's Automated Payments Interface: what is prepared has a session, and happens when the session is carried out. */
export interface SkrillInterface {
  /** Undefined where another page was asked for. */
  answer(store: PraxisStore, request: VendorRequest, isRefused: () => boolean): VendorAnswer | undefined;
  /** Preparing moves nothing. */
  isSpared(request: VendorRequest): boolean;
}

const pages: Readonly<Record<string, 'withdrawal' | 'refund'>> = { '/app/pay.pl': 'withdrawal', '/app/refund.pl': 'refund' };
const carriedOutBy = { withdrawal: 'transfer', refund: 'refund' } as const;
/** As many sessions as anybody has open at once; what came before them is forgotten. */
const mostSessions = 1000;

export function openInterface(options: { readonly email: string; readonly queryPassword: string }): SkrillInterface {
  const sessions = new LRUCache<string, Wanted>({ max: mostSessions });
  const password = createHash('md5').update(options.queryPassword).digest('hex');
  const prepare = (intent: 'withdrawal' | 'refund', asked: URLSearchParams): VendorAnswer => {
    if (asked.get('email') !== options.email || asked.get('password') !== password) return problem('CANNOT_LOGIN');
    const wanted = readWanted(intent, asked);
    if (typeof wanted === 'string') return problem(wanted);
    sessions.set(wanted.token, wanted);
    return xml(`<sid>${wanted.token}</sid>`);
  };
  const carryOut = (store: PraxisStore, sid: string, isRefused: () => boolean): VendorAnswer => {
    const wanted = sessions.get(sid);
    if (!wanted) return problem('SESSION_EXPIRED');
    sessions.delete(sid);
    const order = takeOrder(store, wanted, isRefused);
    if (typeof order === 'string') return problem('PAYMENT_DENIED');
    // Carried out and not yet through: the status address and the query interface say how it ends.
    return xml(`<transaction><id>${order.tid}</id><status>1</status><status_msg>scheduled</status_msg></transaction>`);
  };
  return {
    answer(store, { path, body }, isRefused) {
      const intent = pages[path];
      if (!intent) return undefined;
      const asked = new URLSearchParams(body.toString('utf8'));
      if (asked.get('action') === 'prepare') return prepare(intent, asked);
      if (asked.get('action') !== carriedOutBy[intent]) return problem('INVALID_OR_MISSING_ACTION');
      return carryOut(store, asked.get('sid') ?? '', isRefused);
    },
    isSpared: ({ path, body }) => pages[path] !== undefined && body.toString('utf8').includes('action=prepare'),
  };
}

/** The order, or the error's name. Nobody can be paid whose address says so. */
function readWanted(intent: 'withdrawal' | 'refund', asked: URLSearchParams): Wanted | string {
  const currency = asked.get('currency') ?? '';
  const minor = isCurrency(currency) ? parseMinor(asked.get('amount') ?? '', currency) : undefined;
  if (minor === undefined || minor <= 0n) return 'INVALID_AMOUNT';
  const [reference, account] = [asked.get('frn_trn_id') ?? '', asked.get('bnf_email') ?? ''];
  if (reference === '') return 'INVALID_OR_MISSING_PARAMETER';
  if (intent === 'withdrawal' && !/^[^@\s]{1,100}@[^@\s]{1,150}$/.test(account)) return 'INVALID_BNF_EMAIL';
  if (account.startsWith('nobody@')) return 'DISALLOWED_RECIPIENT';
  return {
    reference,
    token: randomBytes(16).toString('hex'),
    intent,
    currency,
    amount: minor,
    clientId: '',
    firstName: '',
    lastName: '',
    country: '',
    method: 'WLT',
    bank: '',
    notificationUrl: asked.get('status_url') ?? asked.get('refund_status_url') ?? '',
    returnUrl: '',
    original: asked.get('transaction_id') ?? '',
    account,
  };
}

function xml(content: string): VendorAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<response>${content}</response>`,
  };
}

function problem(name: string): VendorAnswer {
  return xml(`<error><error_msg>${name}</error_msg></error>`);
}
