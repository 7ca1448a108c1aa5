import { freshKeys, type VendorAccess } from './keys.ts';
import type { FastifyInstance } from 'fastify';
import { guardHelpers } from './guard.ts';
import { helperPaths } from './openapi.ts';
import { registerPortalHelpers, registerVendorHelpers } from './routes.ts';
import {
  accessTo,
  closeVendors,
  faultsOf,
  providersOf,
  resetVendors,
  startVendors,
  tellDue,
  type VendorOptions,
} from './vendors.ts';

export interface BoxOptions extends PortalOptions, Pick<VendorOptions, 'dataFolder' | 'host' | 'clock' | 'metaTraderGroups'> {
  /** Whom the payer's page names. */
  readonly merchant: string;
  /** Whether the portal asks the captcha's vendor at all; the built-in captcha asks nobody. */
  readonly asksCaptchaVendor: boolean;
  /** What a client of the portal's has typed of themselves. */
  typedBy?(client: string): Promise<Readonly<Record<string, string>>>;
}

/** What the portal does for the helpers. */
export interface PortalOptions {
  /** The portal's server, before it listens: the helpers under /sandbox are registered on it. */
  readonly fastify: FastifyInstance;
  /** Where browsers reach the portal, without a slash at the end. */
  readonly publicUrl: string;
  /** Moves application time for every process and answers the new time. */
  advanceClock(seconds: number): Promise<Date>;
  /** Puts the portal's own data back to the seeds, after the vendors have forgotten theirs. */
  reset(): Promise<void>;
}

/** The outside parties with their addresses and keys, wherever they run. */
export interface Box extends VendorAccess {
  /** The helpers, as paths of an OpenAPI document. */
  readonly helperPaths: typeof helperPaths;
  /** Has the parties tell what is due now, where they run in this process; they do so by themselves too. */
  readonly tellDue?: () => Promise<number>;
  close(): Promise<void>;
}

/** Starts every outside party of the sandbox in this process and opens its helpers on the portal's server. */
export async function openBox(options: BoxOptions): Promise<Box> {
  const keys = freshKeys();
  const vendors = await startVendors(
    {
      ...options,
      portalAddress: () => options.publicUrl,
      pageAddress: (reference) => `${options.publicUrl}/sandbox/payments/${encodeURIComponent(reference)}`,
    },
    keys,
  );
  guardHelpers(options.fastify, options);
  await registerVendorHelpers(options.fastify, {
    merchant: options.merchant,
    payments: providersOf(vendors),
    post: vendors.post,
    bank: vendors.bank,
    verification: vendors.verification,
    ...(options.typedBy ? { typedBy: options.typedBy } : {}),
    watchlists: vendors.watchlists,
    act: vendors.mt5.act,
    tracking: vendors.tracking,
    push: vendors.push,
    fault: faultsOf(vendors, options),
  });
  await openPortalHelpers(options, async () => resetVendors(vendors));
  return { ...accessTo(vendors, keys), helperPaths, tellDue: () => tellDue(vendors), close: () => closeVendors(vendors) };
}

/** The helpers that the portal itself has a part in: its clock, and starting over. */
export async function openPortalHelpers(options: PortalOptions, forgetVendors: () => Promise<void>): Promise<void> {
  const holding = holdCalls(options.fastify);
  await registerPortalHelpers(options.fastify, {
    advanceClock: (seconds) => options.advanceClock(seconds),
    reset: oneAtATime(() => holding(resetAll(options, forgetVendors))),
  });
}

/**
 * The vendors first, then the portal. What was under way (money on the move, a fault that was set meanwhile) can make the
 * seeds fail once, and an empty portal would let nobody in: then it is done once more.
 */
async function resetAll({ fastify, reset }: PortalOptions, forgetVendors: () => Promise<void>): Promise<void> {
  const once = async (): Promise<void> => {
    await forgetVendors();
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
function oneAtATime(act: () => Promise<void>): () => Promise<void> {
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
