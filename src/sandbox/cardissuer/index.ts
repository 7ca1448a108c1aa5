import { isCurrency } from '../../base/currency.ts';
import { after, minuteMs } from '../../base/time.ts';
import { openFaults } from '../faults.ts';
import type { VendorRequest } from '../listener.ts';
import { sendMessage } from '../praxis/delivery.ts';
import { startProvider, type PayerPage, type ProviderOptions, type ProviderSandbox } from '../provider.ts';
import { proofOf, read, refused, signedSpeech, type Said, type SignedMerchant } from '../signed/index.ts';
import { beat, decideCard, move, shown, type Issuing } from './cards.ts';
import { openCardStore, type Application, type Delivery } from './store.ts';

export interface CardIssuerSandbox extends ProviderSandbox {
  /** Has what moves by itself move; a timer's, unless `pollMs` is 0. */
  beat(): void;
}

/** Whoever issues prepaid cards, by our own protocol: applications, cards, and money loaded onto them. */
export async function startCardIssuer(options: ProviderOptions & SignedMerchant): Promise<CardIssuerSandbox> {
  const { clock, merchant } = options;
  const store = openCardStore(options.dataFolder);
  const faults = openFaults();
  const at: Issuing = { store, merchant, clock, faults };
  const provider = await startProvider(options, {
    ...signedSpeech({
      ...options,
      prefix: 'issuer',
      paysOutOnly: true,
      payeeTrouble: (card, currency) => payeeTrouble(store.byCard(card), currency),
      answersBesides: (request) => answered(at, request),
    }),
    methodOf: () => 'Card',
  });
  const { deliverDue, kick, end } = startTelling(options, at);
  const decide: ProviderSandbox['decide'] = (reference, decision, terms) => {
    const application = store.find(reference);
    if (!application) return provider.decide(reference, decision, terms);
    const isDone = decideCard(at, application, decision);
    kick();
    return isDone ? 'decided' : 'already_decided';
  };
  return {
    ...provider,
    beat: () => beat(at),
    page: (reference) => provider.page(reference) ?? pageOf(store.find(reference)),
    decide,
    decideOnPage: (reference, decision) =>
      store.find(reference) ? decide(reference, decision) : provider.decideOnPage(reference, decision),
    deliverDue: async () => (await provider.deliverDue()) + (await deliverDue()),
    // Calls are struck by the provider's own plan, messages of cards by this one.
    fault: (planned, count) => {
      provider.fault(planned, count);
      faults.set(planned, count);
    },
    reset: () => {
      provider.reset();
      faults.set('none', 0);
      store.clear();
    },
    close: async () => {
      await end();
      await provider.close();
      store.close();
    },
  };
}

/** The timer that has cards move and messages go out. */
function startTelling(options: ProviderOptions & SignedMerchant, at: Issuing) {
  let running: Promise<number> | undefined;
  let closed = false;
  const deliverDue = (): Promise<number> => {
    running ??= deliver(options, at, () => closed).finally(() => (running = undefined));
    return running;
  };
  const kick = (): void => {
    if (options.pollMs !== 0 && !closed) deliverDue().catch(() => undefined);
  };
  const onBeat = (): void => {
    beat(at);
    kick();
  };
  const timer = options.pollMs === 0 ? undefined : setInterval(onBeat, options.pollMs ?? 250);
  timer?.unref();
  return {
    deliverDue,
    kick,
    async end(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}

function payeeTrouble(application: Application | undefined, currency: string): string | undefined {
  if (!application) return 'there is no such card';
  if (application.phase !== 'active') return `the card is ${application.phase}`;
  return application.currency === currency ? undefined : `the card holds ${application.currency}`;
}

const path = '/v1/applications';

function answered(at: Issuing, { method, path: asked, body }: VendorRequest): Said | undefined {
  if (method === 'POST' && asked === path) return apply(at, body);
  const [reference = '', part] = asked.startsWith(`${path}/`) ? asked.slice(path.length + 1).split('/') : [];
  const application = at.store.find(decodeURIComponent(reference));
  if (!application) return undefined;
  if (method === 'GET' && part === undefined) return { status: 200, body: shown(at, application) };
  return method === 'POST' && part === 'card' ? setBlocked(at, application, body) : undefined;
}

function apply(at: Issuing, body: Buffer): Said {
  const fields = read(body);
  const [customer, delivery] = [fields.within('customer'), fields.within('delivery')];
  const fresh: Application = {
    reference: fields.text('reference'),
    customer: customer.text('id'),
    nameOnCard: fields.text('name_on_card'),
    currency: fields.text('currency'),
    country: delivery.text('country'),
    notificationUrl: fields.text('notification_url'),
    phase: 'received',
    sequence: 1,
    reason: null,
    card: null,
    lastFour: '',
    expiresMs: 0,
    changedMs: at.clock.now().getTime(),
  };
  const known = at.store.find(fresh.reference);
  if (known && (known.customer !== fresh.customer || known.currency !== fresh.currency))
    return { status: 409, body: { error: 'the reference was used for another application' } };
  if (known) return { status: 200, body: shown(at, known) };
  const needed = [fresh.reference, fresh.customer, fresh.notificationUrl, delivery.text('street'), delivery.text('city')];
  if (needed.includes('') || !/^[A-Z]{2}$/.test(fresh.country)) return refused('a field is missing');
  // What is embossed: capital letters, and no more than fit.
  if (!/^[A-Z][A-Z .'-]{1,25}$/.test(fresh.nameOnCard)) return refused('the name cannot stand on a card');
  if (!isCurrency(fresh.currency)) return refused('the currency is not known');
  at.store.open(fresh);
  return { status: 200, body: shown(at, fresh) };
}

/** Asked again it is the same, and tells nobody again. */
function setBlocked(at: Issuing, application: Application, body: Buffer): Said {
  const isBlocked: unknown = JSON.parse(body.toString('utf8')).blocked;
  const { phase } = application;
  if (phase !== 'active' && phase !== 'blocked') return refused('there is no card that could be blocked');
  const wanted = isBlocked === true ? 'blocked' : 'active';
  return { status: 200, body: shown(at, phase === wanted ? application : move(at, application, wanted)) };
}

/** An application is decided where payments are: there is no money in it. */
function pageOf(application: Application | undefined): PayerPage | undefined {
  if (!application || !isCurrency(application.currency)) return undefined;
  return {
    reference: application.reference,
    intent: 'payout',
    amount: { minor: 0n, currency: application.currency },
    payer: application.nameOnCard,
    method: 'Card application',
    status: application.phase === 'declined' ? 'rejected' : application.card === null ? 'open' : 'approved',
    returnUrl: application.notificationUrl,
  };
}

const resendMs = 10 * minuteMs;
/** After two days of silence the issuer gives up. */
const maxAttempts = 288;

async function deliver(options: SignedMerchant, at: Issuing, stopped: () => boolean): Promise<number> {
  let tried = 0;
  for (let batch = at.store.due(at.clock.now()); batch.length > 0; batch = at.store.due(at.clock.now())) {
    for (const delivery of batch) {
      if (stopped()) return tried;
      await deliverOne(options, at, delivery);
      tried += 1;
    }
  }
  return tried;
}

async function deliverOne(options: SignedMerchant, at: Issuing, { id, reference, body, forged, attempts }: Delivery) {
  const application = at.store.find(reference);
  const secret = forged ? 'not the secret' : options.secret;
  const headers = proofOf({ prefix: 'issuer', secret, clock: at.clock }, body);
  const isAccepted = (answer: string) => JSON.parse(answer).accepted === true;
  const accepted = application && (await sendMessage(application.notificationUrl, { headers, body, isAccepted }));
  if (!application || accepted || forged || attempts + 1 >= maxAttempts) at.store.delivered(id);
  else at.store.retryAt(id, after(at.clock.now(), resendMs));
}
