import { createHmac } from 'node:crypto';
import { after, hourMs, minuteMs, type Clock } from '../../base/time.ts';
import { openFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorRequest } from '../listener.ts';
import { sendMessage } from '../praxis/delivery.ts';
import { answerApi, type SumsubKeys } from './api.ts';
import { decide, openApplicant, type CheckDecision } from './deciding.ts';
import { answerPage } from './page.ts';
import { openSumsubStore, type Applicant, type Delivery, type SumsubStore } from './store.ts';

export type { SumsubKeys } from './api.ts';
export type { CheckDecision } from './deciding.ts';

export interface SumsubOptions extends SumsubKeys {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly dataFolder: string;
  /** Where its messages go, as the customer has written it into the vendor's dashboard; undefined: nobody has yet. */
  webhookAddress(): string | undefined;
  readonly patience?: Patience;
  /** How often due messages are looked for, in milliseconds; 0 leaves it to `deliverDue`. */
  readonly pollMs?: number;
}

export interface SumsubSandbox {
  readonly address: string;
  /**
   * Decides the check of a user of the customer's, the one that was submitted last; one who never came is known from then on, by what was
   * typed at the customer's.
   */
  decide(user: string, decision: CheckDecision, typed?: Readonly<Record<string, string>>): { readonly applicant: string };
  deliverDue(): Promise<number>;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

/** It comes again so long after each attempt, and then never. */
const retriesMs = [5 * minuteMs, hourMs, 5 * hourMs, 18 * hourMs];
const mostPictureBytes = 30 * 1024 * 1024;

/** The vendor that looks at papers, written from Sumsub's public documentation, with its page for clients. */
export async function startSumsub(options: SumsubOptions): Promise<SumsubSandbox> {
  const store = openSumsubStore(options.dataFolder);
  const faults = openFaults();
  const at = { store, clock: options.clock, faults };
  let closed = false;
  let running: Promise<number> | undefined;
  const deliverDue = async (): Promise<number> => {
    running ??= deliver(options, store, () => closed).finally(() => (running = undefined));
    return running;
  };
  const kick = (): void => {
    if (options.pollMs !== 0 && !closed) deliverDue().catch(() => undefined);
  };
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 503, body: '{"code":503,"description":"Service unavailable"}' },
    maxBodyBytes: mostPictureBytes,
    // Its page is served by machines of their own.
    fault: (request: VendorRequest) => (request.path.startsWith('/websdk/') ? undefined : faults.takeForCall()),
    handle: (request) => {
      const answer = answerPage(options, at, request) ?? answerApi(options, at, request);
      kick();
      return answer;
    },
    ...(options.patience ? { patience: options.patience } : {}),
  });
  const timer = options.pollMs === 0 ? undefined : setInterval(kick, options.pollMs ?? 250);
  timer?.unref();
  return {
    address: listener.address,
    decide: (user, decision, fixed = {}) => {
      const applicant = latestOf(store, user) ?? openApplicant(at, { externalUserId: user, level: options.profileLevel, fixed });
      const { id } = decide(at, applicant, decision);
      kick();
      return { applicant: id };
    },
    deliverDue,
    fault: (planned, count) => faults.set(planned, count),
    reset: () => {
      faults.set('none', 0);
      listener.forget();
      store.clear();
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running?.catch(() => undefined);
      await listener.close();
      store.close();
    },
  };
}

/** What waits before what does not, and of those the one that was submitted last. */
function latestOf(store: SumsubStore, user: string): Applicant | undefined {
  const waits = ({ reviewStatus }: Applicant): number => (reviewStatus === 'pending' ? 1 : 0);
  return store.of(user).toSorted((a, b) => waits(b) - waits(a) || b.submitted - a.submitted)[0];
}

async function deliver(options: SumsubOptions, store: SumsubStore, stopped: () => boolean): Promise<number> {
  const address = options.webhookAddress();
  if (address === undefined) return 0;
  let tried = 0;
  for (const delivery of store.due(options.clock.now())) {
    if (stopped()) return tried;
    tried += 1;
    const isTaken = await send(options, address, delivery);
    const again = retriesMs[delivery.attempts];
    // A forger does not come again.
    if (isTaken || delivery.forged || again === undefined) store.delivered(delivery.id);
    else store.retryAt(delivery.id, after(options.clock.now(), again));
  }
  return tried;
}

function send({ webhookSecret }: SumsubOptions, address: string, { body, forged }: Delivery): Promise<boolean> {
  const digest = createHmac('sha256', forged ? 'not the secret' : webhookSecret)
    .update(body)
    .digest('hex');
  const headers = { 'content-type': 'application/json', 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' };
  return sendMessage(address, { headers, body, isAccepted: () => true });
}
