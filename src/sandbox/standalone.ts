import { fixedKeys, type VendorAccess } from './keys.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { z } from 'zod';
import { after, secondMs } from '../base/time.ts';
import { guardHelpers } from './guard.ts';
import { registerVendorHelpers } from './routes.ts';
import {
  accessTo,
  closeVendors,
  faultsOf,
  providersOf,
  resetVendors,
  startVendors,
  type VendorOptions,
  type VendorPorts,
} from './vendors.ts';

export interface StandaloneOptions extends Pick<VendorOptions, 'dataFolder' | 'host' | 'metaTraderGroups' | 'zone'> {
  /** The helpers' port; the vendors take those that follow. 0 takes free ones for all. */
  readonly port: number;
  /** Whom the payer's page names. */
  readonly merchant: string;
  /** Where the portal is, as a vendor's dashboard has it; a portal in sandbox mode tells it by itself. */
  readonly portal?: string | undefined;
}

export interface Standalone {
  /** Where the helpers and the hosted payment page are, and what a portal names as `SANDBOX_VENDORS`. */
  readonly address: string;
  readonly access: VendorAccess;
  close(): Promise<void>;
}

/** What a portal tells of its clock: by how many seconds application time is ahead of the wall. */
export const clockOffset = z.object({
  offset_seconds: z.number().int().min(0),
  /** Where it is, for vendors that write to it under an address that they were told once. */
  portal: z.url().optional(),
});

/**
 * The vendors in a process of their own, with keys that are always the same: they outlive a portal that is killed, and a
 * portal in production mode can be staged against them. The helpers under /sandbox are here too; `/access` and `/clock` are for
 * a portal in sandbox mode that has them elsewhere.
 */
export async function openStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { host, port } = options;
  const told = openTold(options.dataFolder);
  let { offset_seconds: offsetSeconds, portal } = { ...told.last(), ...(options.portal ? { portal: options.portal } : {}) };
  const clock = { now: () => after(new Date(), offsetSeconds * secondMs), wall: () => new Date() };
  const fastify = Fastify();
  let address = '';
  const vendors = await startVendors(
    {
      ...options,
      clock,
      ...(port === 0 ? {} : { ports: portsAfter(port) }),
      portalAddress: () => portal,
      pageAddress: (reference) => `${address}/sandbox/payments/${encodeURIComponent(reference)}`,
    },
    fixedKeys,
  );
  const access = accessTo(vendors, fixedKeys);
  guardHelpers(fastify, {});
  await registerVendorHelpers(fastify, {
    merchant: options.merchant,
    payments: providersOf(vendors),
    post: vendors.post,
    bank: vendors.bank,
    verification: vendors.verification,
    watchlists: vendors.watchlists,
    act: vendors.mt5.act,
    tracking: vendors.tracking,
    push: vendors.push,
    fault: faultsOf(vendors, { asksCaptchaVendor: true }),
  });
  fastify.get('/access', async () => access);
  fastify.post('/clock', async (request, reply) => {
    const body = clockOffset.safeParse(request.body);
    if (!body.success) return reply.code(422).send({ error: body.error.message });
    offsetSeconds = body.data.offset_seconds;
    portal = body.data.portal ?? portal;
    told.keep({ offset_seconds: offsetSeconds, portal });
    return { now: clock.now().toISOString() };
  });
  fastify.post('/sandbox/reset', async () => {
    resetVendors(vendors);
    return { success: true, data: {}, errors: [], code: 200 };
  });
  address = await fastify.listen({ host, port });
  return {
    address,
    access,
    async close() {
      await fastify.close();
      await closeVendors(vendors);
    },
  };
}

/** What a portal has told, for vendors that are killed and start again beside one that goes on. */
function openTold(dataFolder: string): { last(): z.infer<typeof clockOffset>; keep(told: z.infer<typeof clockOffset>): void } {
  const file = path.join(dataFolder, 'clock.json');
  return {
    last: () => (existsSync(file) ? clockOffset.parse(JSON.parse(readFileSync(file, 'utf8'))) : { offset_seconds: 0 }),
    keep(told) {
      mkdirSync(dataFolder, { recursive: true });
      writeFileSync(file, JSON.stringify(told));
    },
  };
}

/** The highest port of the helpers behind which there is room for all the vendors. */
export const highestPort = 65_535 - Object.keys(portsAfter(0)).length;

function portsAfter(port: number): VendorPorts {
  return {
    mt5: port + 1,
    mt4: port + 2,
    payments: port + 3,
    mail: port + 4,
    sms: port + 5,
    captcha: port + 6,
    referenceRates: port + 7,
    skrill: port + 8,
    nowpayments: port + 9,
    screening: port + 10,
    bank: port + 11,
    scanner: port + 12,
    netwallet: port + 13,
    verification: port + 14,
    calendar: port + 15,
    research: port + 16,
    watchlists: port + 17,
    cardissuer: port + 18,
    tracking: port + 19,
    push: port + 20,
  };
}
