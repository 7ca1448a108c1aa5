import type { FastifyInstance } from 'fastify';
import { secondMs, type Clock } from '../base/time.ts';
import { openPortalHelpers, type Box, type PortalOptions } from './box.ts';
import { guardHelpers } from './guard.ts';
import { helperPaths } from './openapi.ts';
import type { VendorAccess } from './keys.ts';

export interface ElsewhereOptions extends PortalOptions {
  /** Where the vendors' process has its helpers. */
  readonly vendors: string;
  readonly clock: Clock;
}

const timeoutMs = 10 * secondMs;
const bodyMostBytes = 64 * 1024;

/** The outside parties run in a process of their own (standalone.ts): their helpers are passed on to it, and it follows our clock. */
export async function openBoxElsewhere(options: ElsewhereOptions): Promise<Box> {
  const { vendors, clock, fastify } = options;
  const access = (await (await ask(vendors, '/access')).json()) as VendorAccess;
  const tellClock = async (): Promise<void> => {
    const aheadMs = clock.now().getTime() - clock.wall().getTime();
    await ask(vendors, '/clock', {
      offset_seconds: Math.max(0, Math.round(aheadMs / secondMs)),
      portal: options.publicUrl,
    });
  };
  await tellClock();
  guardHelpers(fastify, options);
  await passOn(fastify, vendors);
  await openPortalHelpers(
    {
      fastify,
      publicUrl: options.publicUrl,
      async advanceClock(seconds) {
        const now = await options.advanceClock(seconds);
        await tellClock();
        return now;
      },
      async reset() {
        await options.reset();
        await tellClock();
      },
    },
    async () => {
      await ask(vendors, '/sandbox/reset', {});
    },
  );
  return { ...access, helperPaths, close: async () => undefined };
}

async function ask(vendors: string, path: string, body?: object): Promise<Response> {
  const response = await fetch(vendors + path, {
    signal: AbortSignal.timeout(timeoutMs),
    ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`the vendors at ${vendors} answered ${path} with ${response.status}`);
  return response;
}

const passedOn = [
  '/sandbox/outbox',
  '/sandbox/faults',
  '/sandbox/payments/*',
  '/sandbox/bank',
  '/sandbox/verification/*',
  '/sandbox/watchlists/*',
  '/sandbox/corporate-actions',
  '/sandbox/assets/*',
];
const headersKept = ['content-type', 'content-security-policy', 'cache-control', 'location'];

/** Hands the helpers' calls to the vendors' process as they come, and its answers back. */
async function passOn(fastify: FastifyInstance, vendors: string): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyMostBytes }, (_request, body, done) => done(null, body));
    for (const url of passedOn) {
      scope.route<{ Body: Buffer | undefined }>({
        method: ['GET', 'POST'],
        url,
        async handler(request, reply) {
          const type = request.headers['content-type'];
          const response = await fetch(vendors + request.url, {
            method: request.method,
            redirect: 'manual',
            signal: AbortSignal.timeout(timeoutMs),
            ...(request.method === 'POST' && request.body ? { body: new Uint8Array(request.body) } : {}),
            ...(type ? { headers: { 'content-type': type } } : {}),
          });
          for (const name of headersKept) {
            const value = response.headers.get(name);
            if (value !== null) reply.header(name, value);
          }
          return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
        },
      });
    }
  });
}
