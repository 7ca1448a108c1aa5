import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/time.ts';
import { startCaptcha, type CaptchaSandbox } from './captcha/index.ts';
import { startEcb, type EcbSandbox } from './ecb/index.ts';
import { callFaults, type CallFault, type FaultMode } from './faults.ts';
import {
  openPlannedFaults,
  startMetaTrader,
  type FaultyCalls,
  type GroupFacts,
  type MetaTraderServer,
} from './metatrader/index.ts';
import { startMailbox, type MailboxSandbox } from './mailbox/index.ts';
import { startPraxis, type PraxisSandbox } from './praxis/index.ts';
import { helperPaths } from './openapi.ts';
import { registerHelpers } from './routes.ts';
import { untilFurtherNotice, type FaultTarget } from './takes.ts';

export interface BoxOptions {
  /** The portal's server, before it listens: the helpers under /sandbox are registered on it. */
  readonly fastify: FastifyInstance;
  /** Each vendor keeps a folder of its own below this one. */
  readonly dataFolder: string;
  /** The loopback address that the vendors listen on. */
  readonly host: string;
  /** Where browsers reach the portal, without a slash at the end. */
  readonly publicUrl: string;
  /** Whom the payer's page names. */
  readonly merchant: string;
  readonly clock: Clock;
  /** Whether the portal asks the captcha's vendor at all; the built-in captcha asks nobody. */
  readonly asksCaptchaVendor: boolean;
  readonly metaTraderGroups: { readonly mt5: readonly GroupFacts[]; readonly mt4: readonly GroupFacts[] };
  /** Moves application time for every process and answers the new time. */
  advanceClock(seconds: number): Promise<Date>;
  /** Puts the portal's own data back to the seeds, after the vendors have forgotten theirs. */
  reset(): Promise<void>;
}

/** The vendors' addresses and keys, as the connectors' settings want them. */
export interface Box {
  readonly mt5: PlatformAccess;
  readonly mt4: PlatformAccess;
  readonly payments: {
    readonly address: string;
    readonly merchantId: string;
    readonly applicationKey: string;
    readonly merchantSecret: string;
  };
  readonly mail: { readonly host: string; readonly port: number; readonly user: string; readonly password: string };
  readonly sms: { readonly address: string; readonly accountSid: string; readonly authToken: string; readonly from: string };
  readonly geetest: { readonly address: string; readonly script: string; readonly gt: string; readonly key: string };
  readonly referenceRates: { readonly address: string };
  /** The helpers, as paths of an OpenAPI document. */
  readonly helperPaths: typeof helperPaths;
  close(): Promise<void>;
}

interface PlatformAccess {
  readonly address: string;
  readonly login: number;
  readonly password: string;
}

interface Vendors {
  readonly mt5: MetaTraderServer;
  readonly mt4: MetaTraderServer;
  readonly payments: PraxisSandbox;
  readonly post: MailboxSandbox;
  readonly captcha: CaptchaSandbox;
  readonly referenceRates: EcbSandbox;
}

/** Keys that live as long as the process: the vendors and the portal of a sandbox start and end together. */
interface Keys {
  readonly manager: { readonly login: number; readonly password: string };
  readonly merchant: { readonly merchantId: string; readonly applicationKey: string; readonly merchantSecret: string };
  readonly smtp: { readonly user: string; readonly password: string };
  readonly gateway: { readonly accountSid: string; readonly authToken: string };
  readonly geetest: { readonly gt: string; readonly key: string };
}

/** Twilio's own test number (twilio.com/docs/iam/test-credentials). */
const gatewayNumber = '+15005550006';

/** Starts every outside party of the sandbox and opens its helpers on the portal's server. */
export async function openBox(options: BoxOptions): Promise<Box> {
  const keys = freshKeys();
  const vendors = await startVendors(options, keys);
  const holding = holdCalls(options.fastify);
  await registerHelpers(options.fastify, {
    merchant: options.merchant,
    payments: vendors.payments,
    post: vendors.post,
    fault: faultOf(vendors, options),
    advanceClock: (seconds) => options.advanceClock(seconds),
    reset: inTurns(() => holding(resetAll(vendors, options))),
  });
  return {
    mt5: { address: vendors.mt5.address, ...keys.manager },
    mt4: { address: vendors.mt4.address, ...keys.manager },
    payments: { address: vendors.payments.address, ...keys.merchant },
    mail: { ...vendors.post.smtp, ...keys.smtp },
    sms: { address: vendors.post.gateway, ...keys.gateway, from: gatewayNumber },
    geetest: { address: vendors.captcha.address, script: vendors.captcha.script, ...keys.geetest },
    referenceRates: { address: vendors.referenceRates.address },
    helperPaths,
    close: async () => {
      await Promise.all(Object.values(vendors).map((vendor) => vendor.close()));
    },
  };
}

/**
 * The vendors first, then the portal. What was under way (money on the move, a fault that was set meanwhile) can make the
 * seeds fail once, and an empty application would let nobody in: then it is done once more.
 */
async function resetAll(vendors: Vendors, { fastify, reset }: BoxOptions): Promise<void> {
  const once = async (): Promise<void> => {
    for (const vendor of Object.values(vendors)) vendor.reset();
    await reset();
  };
  await once().catch(async (error: unknown) => {
    fastify.log.warn({ err: error }, 'the seeds could not be put back, and are put back once more');
    await once();
  });
}

/**
 * Whoever calls while the application is emptied and seeded would find nobody in it and be told a wrong password. So they wait until
 * it stands again, all but the helpers themselves.
 */
function holdCalls(fastify: FastifyInstance): (reset: Promise<void>) => Promise<void> {
  let underWay: Promise<void> | undefined;
  fastify.addHook('onRequest', ({ url }, _reply, done) => {
    if (!underWay || url.startsWith('/sandbox/')) return done();
    void underWay.then(() => done());
  });
  return (reset) => {
    const ended = reset.then(
      () => undefined,
      () => undefined,
    );
    underWay = ended;
    void ended.then(() => {
      if (underWay === ended) underWay = undefined;
    });
    return reset;
  };
}

/** One after another. Whoever comes while one is under way waits for the next, which all who wait share. */
function inTurns(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () =>
    (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = act();
        return running;
      }));
}

function freshKeys(): Keys {
  return {
    manager: { login: 1000, password: secret() },
    merchant: { merchantId: 'SANDBOX', applicationKey: 'atrium-portal', merchantSecret: secret() },
    smtp: { user: 'portal', password: secret() },
    gateway: { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: secret() },
    geetest: { gt: randomBytes(16).toString('hex'), key: secret() },
  };
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

async function startVendors(options: BoxOptions, keys: Keys): Promise<Vendors> {
  const { host, clock, dataFolder, publicUrl } = options;
  const place = { host, port: 0, clock };
  // One plan for both platforms: a fault strikes whichever is called first, and is used up then.
  const faults = openPlannedFaults();
  const metaTrader = (kind: 'mt5' | 'mt4') =>
    startMetaTrader({
      faults,
      ...place,
      ...keys.manager,
      kind,
      dataFolder: join(dataFolder, kind),
      groups: options.metaTraderGroups[kind],
    });
  const [mt5, mt4, payments, post, captcha, referenceRates] = await Promise.all([
    metaTrader('mt5'),
    metaTrader('mt4'),
    startPraxis({
      ...place,
      ...keys.merchant,
      dataFolder: join(dataFolder, 'praxis'),
      pageAddress: (reference) => `${publicUrl}/sandbox/payments/${encodeURIComponent(reference)}`,
    }),
    startMailbox({
      host,
      clock,
      ...keys.gateway,
      smtpPort: 0,
      gatewayPort: 0,
      smtpUser: keys.smtp.user,
      smtpPassword: keys.smtp.password,
      dataFolder: join(dataFolder, 'post'),
    }),
    startCaptcha({ ...place, ...keys.geetest }),
    startEcb(place),
  ]);
  return { mt5, mt4, payments, post, captcha, referenceRates };
}

/**
 * Who is struck by a fault of each name; undefined where that party is not asked. The market's prices come from the trading
 * platforms, its reference rates from the central bank.
 */
function faultOf(vendors: Vendors, { asksCaptchaVendor }: BoxOptions): (target: FaultTarget) => SetFault | undefined {
  // Both platforms share one plan, so telling one tells both.
  const platforms =
    (calls: FaultyCalls): SetFault =>
    (mode, count) =>
      vendors.mt5.fault(isCallFault(mode) ? mode : 'none', count, calls);
  const faults: Readonly<Record<FaultTarget, SetFault | undefined>> = {
    // So many acts fail, or the platforms are out altogether: then nothing can be read of them either.
    trading: (mode, count) => {
      const isOutage = count === untilFurtherNotice;
      platforms('acts')(isOutage ? 'none' : mode, count);
      platforms('all')(isOutage ? mode : 'none', count);
    },
    market: (mode, count) => {
      platforms('prices')(mode, count);
      vendors.referenceRates.fault(mode, count);
    },
    payments: vendors.payments.fault,
    verification: undefined,
    mail: vendors.post.failMail,
    sms: vendors.post.failSms,
    captcha: asksCaptchaVendor ? vendors.captcha.fault : undefined,
  };
  return (target) => faults[target];
}

type SetFault = (mode: FaultMode, count: number) => void;

function isCallFault(mode: FaultMode): mode is CallFault {
  return callFaults.some((known) => known === mode);
}
