import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Currency } from '../base/currency.ts';
import { parseMinor } from '../base/money.ts';
import { accept, envelope, invalid, refuse } from './answers.ts';
import type { BankSandbox } from './bank/index.ts';
import { usualLateSeconds } from './faults.ts';
import { paymentPage, paymentPolicy, paymentStyle, unknownPaymentPage } from './paymentPage.ts';
import type { MailboxSandbox } from './mailbox/index.ts';
import type { MatomoSandbox } from './matomo/index.ts';
import type { PushServiceSandbox } from './pushservice/index.ts';
import type { CorporateAction } from './metatrader/corporate.ts';
import type { DecisionTerms } from './praxis/index.ts';
import type { ProviderSandbox } from './provider.ts';
import {
  actionOf,
  advance,
  bankTransfer,
  corporateAction,
  listChange,
  checkDecision,
  decision,
  fault,
  faultModes,
  outboxQuery,
  pushChange,
  untilFurtherNotice,
  type FaultTarget,
} from './takes.ts';
import type { SumsubSandbox } from './sumsub/index.ts';
import { sandboxLists, type WatchlistsSandbox } from './watchlists/index.ts';
import type { SetFault } from './vendors.ts';

/** What the helpers act upon that belong to the vendors. */
export interface VendorNeeds {
  readonly merchant: string;
  /** Every provider: the one that knows an order decides it. */
  readonly payments: readonly ProviderSandbox[];
  readonly post: MailboxSandbox;
  readonly bank: BankSandbox;
  readonly verification: SumsubSandbox;
  /** What somebody has typed at the portal who never came to the vendor's page: stands on the papers that a helper has it look at. */
  typedBy?(client: string): Promise<Readonly<Record<string, string>>>;
  readonly watchlists: WatchlistsSandbox;
  /** A company's dividend or split, on the trading platform: how many positions it touched, undefined where it cannot be done. */
  act(action: CorporateAction): number | undefined;
  readonly tracking: Pick<MatomoSandbox, 'hits'>;
  readonly push: Pick<PushServiceSandbox, 'subscribe' | 'end' | 'messages'>;
  /** Sets the fault of that party; undefined where the sandbox asks no such party. */
  fault(name: FaultTarget): SetFault | undefined;
}

/** What they act upon that is the portal's. */
export interface PortalNeeds {
  advanceClock(seconds: number): Promise<Date>;
  reset(): Promise<void>;
}

/** Registers the helpers under /sandbox that decide and show what vendors do (interfaces §5). Every answer but the hosted page comes in the envelope. */
export async function registerVendorHelpers(fastify: FastifyInstance, needs: VendorNeeds): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    neverKept(scope);
    registerPayments(scope, needs);
    registerBank(scope, needs);
    registerVerification(scope, needs);
    registerWatchlists(scope, needs);
    registerShares(scope, needs);
    registerState(scope, needs);
  });
}

/** Registers those that move the clock and start over. */
export async function registerPortalHelpers(fastify: FastifyInstance, needs: PortalNeeds): Promise<void> {
  await fastify.register(async (scope) => {
    neverKept(scope);
    scope.post('/sandbox/clock', async (request, reply) => {
      const wanted = advance.safeParse(request.body);
      if (!wanted.success) return invalid(reply, wanted.error);
      const now = await needs.advanceClock(wanted.data.advance_seconds);
      return accept(reply, { now: now.toISOString() });
    });
    scope.post('/sandbox/reset', async (_request, reply) => {
      await needs.reset();
      return accept(reply, {});
    });
  });
}

function neverKept(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
}

function registerPayments(scope: FastifyInstance, needs: VendorNeeds): void {
  scope.get('/sandbox/assets/payment.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(paymentStyle));

  scope.get<{ Params: { reference: string } }>('/sandbox/payments/:reference', async (request, reply) => {
    const payment = knowing(needs.payments, request.params.reference)?.page(request.params.reference);
    reply.type('text/html; charset=utf-8').header('content-security-policy', paymentPolicy(payment?.returnUrl));
    // The policy says who may show it in a frame.
    reply.removeHeader('x-frame-options');
    if (!payment) return reply.code(404).send(unknownPaymentPage());
    return reply.send(paymentPage({ payment, merchant: needs.merchant }));
  });

  scope.post<{ Params: { reference: string } }>('/sandbox/payments/:reference', async (request, reply) => {
    const { reference } = request.params;
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    const wanted = decision.safeParse(request.body);
    if (!wanted.success) return invalid(reply, wanted.error);
    const { outcome } = wanted.data;
    const provider = knowing(needs.payments, reference);
    const payment = provider?.page(reference);
    if (!provider || !payment) return refuse(reply, unknownPayment);
    if (isForm) {
      provider.decideOnPage(reference, outcome);
      return reply.redirect(payment.returnUrl, 303);
    }
    const terms = termsOf(wanted.data, payment.amount.currency);
    if (!terms)
      return refuse(reply, { status: 422, code: 'bad_amount', field: 'amount', message: 'This is no amount of that currency.' });
    const answer = provider.decide(reference, outcome, terms);
    if (answer === 'nothing_to_take_back')
      return refuse(reply, { status: 409, code: answer, message: 'Nothing was paid that could be taken back, or won back.' });
    return accept(reply, { reference, outcome });
  });
}

/** Money arrives at the bank, or is taken back; a statement tells of it. */
function registerBank(scope: FastifyInstance, { bank }: VendorNeeds): void {
  scope.post('/sandbox/bank', async (request, reply) => {
    const wanted = bankTransfer.safeParse(request.body);
    if (!wanted.success) return invalid(reply, wanted.error);
    if ('takes_back' in wanted.data) {
      const { takes_back: original, fault: bankFault } = wanted.data;
      const entry = bank.takeBack(original, bankFault);
      return entry === undefined ? refuse(reply, unknownTransfer) : accept(reply, { entry });
    }
    if ('ordered' in wanted.data) {
      const { ordered, outcome } = wanted.data;
      const isDecided = bank.decide(ordered, outcome === 'settled' ? 'ACSC' : 'RJCT');
      return isDecided ? accept(reply, { ordered, outcome }) : refuse(reply, unknownOrder);
    }
    const { amount, paid_in: paidIn, text, structured, payer, version, fault: bankFault, ...account } = wanted.data;
    const minor = parseMinor(amount, paidIn ?? account.currency);
    if (minor === undefined || minor <= 0n)
      return refuse(reply, { status: 422, code: 'bad_amount', field: 'amount', message: 'This is no amount of that currency.' });
    const more = Object.entries({ paidIn, text, structured, payer, version, fault: bankFault }).filter(
      ([, value]) => value !== undefined,
    );
    const entry = bank.receive({ ...account, minor, ...Object.fromEntries(more) });
    return entry === undefined ? refuse(reply, unknownBankAccount) : accept(reply, { entry });
  });
}

/** A publisher puts somebody on its list, changes or drops the entry, or sends broken files for a while. */
function registerWatchlists(scope: FastifyInstance, { watchlists }: VendorNeeds): void {
  scope.post<{ Params: { list: string } }>('/sandbox/watchlists/:list', async (request, reply) => {
    const list = sandboxLists.find((each) => each === request.params.list);
    if (!list) return refuse(reply, { status: 404, code: 'unknown_list', message: 'There is no list of this name.' });
    const wanted = listChange.safeParse(request.body);
    if (!wanted.success) return invalid(reply, wanted.error);
    if ('drop' in wanted.data) watchlists.drop(list, wanted.data.drop);
    else if ('spoil' in wanted.data) watchlists.spoil(list, wanted.data.spoil, wanted.data.count ?? 1);
    else watchlists.put(list, { ...wanted.data, names: [wanted.data.name, ...(wanted.data.aliases ?? [])] });
    return accept(reply, { list });
  });
}

function registerShares(scope: FastifyInstance, { act }: VendorNeeds): void {
  scope.post('/sandbox/corporate-actions', async (request, reply) => {
    const wanted = corporateAction.safeParse(request.body);
    if (!wanted.success) return invalid(reply, wanted.error);
    const positions = act(actionOf(wanted.data));
    return positions === undefined
      ? refuse(reply, {
          status: 422,
          code: 'bad_action',
          field: 'symbol',
          message: 'There is no such share, or nothing would be left of a position.',
        })
      : accept(reply, { positions });
  });
}

/** An identity check is decided at the vendor, whose signed message follows. */
function registerVerification(scope: FastifyInstance, { verification, typedBy }: VendorNeeds): void {
  scope.post<{ Params: { client_id: string } }>('/sandbox/verification/:client_id', async (request, reply) => {
    const { client_id: client } = request.params;
    if (!/^[1-9]\d{0,8}$/.test(client))
      return refuse(reply, { status: 404, code: 'unknown_client', message: 'There is no client of this number.' });
    const wanted = checkDecision.safeParse(request.body);
    if (!wanted.success) return invalid(reply, wanted.error);
    const { read = {}, ...decided } = wanted.data;
    const told = Object.entries(read).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const { outcome, labels, comment } = decided;
    const decision = {
      outcome,
      read: Object.fromEntries(told),
      ...(labels ? { labels } : {}),
      ...(comment === undefined ? {} : { comment }),
    };
    const { applicant } = verification.decide(client, decision, await typedBy?.(client));
    return accept(reply, { client_id: Number(client), outcome, applicant });
  });
}

const unknownTransfer = { status: 404, code: 'unknown_transfer', message: 'Nothing of this number has arrived.' } as const;
const unknownOrder = { status: 404, code: 'unknown_payment', message: 'Nothing of this reference waits there.' } as const;
const unknownBankAccount = {
  status: 404,
  code: 'unknown_account',
  message: 'The company has no account in this currency.',
} as const;

function knowing(providers: readonly ProviderSandbox[], reference: string): ProviderSandbox | undefined {
  return providers.find((provider) => provider.page(reference) !== undefined);
}

const unknownPayment = { status: 404, code: 'unknown_payment', message: 'There is no payment with this reference.' } as const;

/** What a decision says of its amount and payer; undefined where the amount is none. */
function termsOf(asked: z.output<typeof decision>, own: Currency): DecisionTerms | undefined {
  const { amount, currency = own, payer, is_pending: isPending, under_its_number: isUnderItsNumber } = asked;
  const minor = amount === undefined ? undefined : parseMinor(amount, currency);
  if (amount !== undefined && (minor === undefined || minor <= 0n)) return undefined;
  return {
    ...(minor === undefined ? {} : { amount: { minor, currency } }),
    ...(payer === undefined ? {} : { payer }),
    ...(isPending === undefined ? {} : { isPending }),
    ...(isUnderItsNumber === undefined ? {} : { isUnderItsNumber }),
  };
}

function registerState(scope: FastifyInstance, needs: VendorNeeds): void {
  // Programs read `messages` at the top as interfaces §5 has it, the envelope's readers find them under `data`.
  scope.get('/sandbox/outbox', async (request, reply) => {
    const query = outboxQuery.safeParse(request.query);
    if (!query.success) return invalid(reply, query.error);
    const taken = await needs.post.outbox(query.data.to || undefined);
    const messages = taken.map(({ sentAt, ...message }) => ({
      ...message,
      sent_at: sentAt.toISOString(),
    }));
    return reply.send({ messages, ...envelope({ messages }) });
  });

  scope.get('/sandbox/tracking', async (_request, reply) => {
    const hits = needs.tracking.hits().map(({ at, ...hit }) => ({ ...hit, at: at.toISOString() }));
    return reply.send({ hits, ...envelope({ hits }) });
  });

  scope.get('/sandbox/push', async (_request, reply) => {
    const messages = needs.push.messages();
    return reply.send({ messages, ...envelope({ messages }) });
  });

  scope.post('/sandbox/push', async (request, reply) => {
    const wanted = pushChange.safeParse(request.body);
    if (!wanted.success) return invalid(reply, wanted.error);
    if (!('ends' in wanted.data)) return accept(reply, needs.push.subscribe(wanted.data.key));
    needs.push.end(wanted.data.ends);
    return accept(reply, {});
  });

  scope.post('/sandbox/faults', async (request, reply) => {
    const wanted = fault.safeParse(request.body);
    if (!wanted.success) return invalid(reply, wanted.error);
    const { target, count = untilFurtherNotice, seconds = usualLateSeconds } = wanted.data;
    const mode = wanted.data.mode === 'timeout' ? 'timeout_before' : wanted.data.mode;
    const set = needs.fault(target);
    // Whoever ends all faults, party by party, need not know whom this sandbox asks.
    if (!set && mode !== 'none')
      return refuse(reply, {
        status: 422,
        code: 'target_not_available',
        field: 'target',
        message: `This sandbox asks no ${target} party.`,
      });
    if (mode !== 'none' && !faultModes[target].includes(mode))
      return refuse(reply, {
        status: 422,
        code: 'mode_not_supported',
        field: 'mode',
        message: `${target} fails by ${faultModes[target].join(', ')}.`,
      });
    set?.(mode === 'late' ? { mode, seconds } : mode, mode === 'none' ? 0 : count, wanted.data.account);
    return accept(reply, { target, mode, count: wanted.data.count ?? null, ...(mode === 'late' ? { seconds } : {}) });
  });
}
