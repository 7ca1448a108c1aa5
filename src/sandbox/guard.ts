import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * The helpers are for who sits at this machine, or reaches the portal by its address. A page of somebody else's that a browser here
 * has open can neither post to them (it says from where it does, Fetch Metadata and Origin) nor read them under a name of its own that
 * it lets lead to us (DNS rebinding).
 */
export function guardHelpers(fastify: FastifyInstance, { publicUrl }: { readonly publicUrl?: string | undefined }): void {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isHelper(request)) return;
    const code = faultOf(request, publicHost);
    if (code === undefined) return;
    const error = { code, errttl: 'Not possible', errmsg: sentences[code], validation_messages: {} };
    return reply
      .code(403)
      .header('cache-control', 'no-store')
      .send({ success: false, data: {}, errors: [error], code: 403 });
  });
}

const sentences = {
  foreign_host: 'The helpers of the sandbox answer under a loopback address or the one of PUBLIC_URL only.',
  foreign_page: 'The helpers of the sandbox take nothing from pages of other sites.',
} as const;

/** By its route, however its address was written. `/access` and `/clock` are those of the vendors' own process. */
function isHelper({ routeOptions }: FastifyRequest): boolean {
  return /^\/(sandbox\/|access$|clock$)/.test(routeOptions.url ?? '');
}

function faultOf(request: FastifyRequest, publicHost: string | undefined): keyof typeof sentences | undefined {
  const host = hostOf(`http://${request.host}`);
  if (host !== publicHost && !isLoopback(host)) return 'foreign_host';
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const from = request.headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin' && from !== 'none') return 'foreign_page';
  const { origin } = request.headers;
  if (origin === undefined) return undefined;
  return URL.parse(origin)?.host === request.host || hostOf(origin) === publicHost ? undefined : 'foreign_page';
}

function hostOf(address: string): string | undefined {
  return URL.parse(address)?.hostname;
}

function isLoopback(host: string | undefined): boolean {
  if (host === undefined) return false;
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) > 0) return loopback.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
  return bare === 'localhost' || bare.endsWith('.localhost');
}
