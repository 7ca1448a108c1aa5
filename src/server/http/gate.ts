import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf, wideNetworkOf } from '../../base/network.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Settings } from '../../settings/index.ts';
import { webhookRoot } from '../../protocol/webhook.ts';
import type { FloodGate, LimitVerdict } from '../serve/limits.ts';
import { refused } from '../serve/seal.ts';
import type { ServerWords } from '../serve/words.ts';
import { addressOf } from './address.ts';

export interface GateParts {
  readonly flood: FloodGate;
  readonly settings: () => Settings;
  readonly words: ServerWords;
  /** The language to answer in. */
  readonly language: (request: FastifyRequest) => LanguageKey;
}

/**
 * The gate against floods, before anything else is done for a request: calls, pages, assets, documents of the API, the stream and
 * webhooks. Only health is asked freely, because who watches us asks from one address. Whatever is served after this is behind it.
 */
export function guardFloods(fastify: FastifyInstance, parts: GateParts): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const verdict = isWatching(request) ? passed : admit(request, parts);
    if (verdict.allowed) return done();
    turnAway({ request, reply, parts, seconds: verdict.retryAfterSeconds });
  });
}

const passed: LimitVerdict = { allowed: true };

const watched: ReadonlySet<string> = new Set(['/health/live', '/health/ready']);

/** What only begins like our health is a page that is not there, and costs as much as one. */
function isWatching({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && watched.has(url.split('?', 1)[0] ?? '');
}

/** Webhooks are counted apart, so that no flood of an address that they share keeps a payment's news out; and assets, of which a page has many. */
function kindOf(url: string): 'webhooks' | 'assets' | 'address' {
  if (url.startsWith(webhookRoot)) return 'webhooks';
  return url.startsWith('/assets/') || url.startsWith('/desk/assets/') ? 'assets' : 'address';
}

function admit(request: FastifyRequest, { flood, settings }: GateParts): LimitVerdict {
  const { perAddress, perAddressBurst, perNetwork } = settings().calls;
  const address = addressOf(request);
  const kind = kindOf(request.url);
  const name = `${kind}:${networkOf(address)}`;
  // A page brings its assets all at once, and they cost next to nothing.
  const burst = kind === 'assets' ? passed : flood.check(`burst:${name}`, perAddressBurst);
  if (!burst.allowed) return burst;
  const near = flood.check(name, perAddress);
  const wide = wideNetworkOf(address);
  if (!near.allowed || wide === undefined) return near;
  return flood.check(`${kind}:${wide}`, perNetwork);
}

function turnAway(refusal: { request: FastifyRequest; reply: FastifyReply; parts: GateParts; seconds: number }): void {
  const { request, reply, parts, seconds } = refusal;
  const say = parts.words.in(parts.language(request));
  void reply
    .code(429)
    .header('cache-control', 'no-store')
    .header('retry-after', String(seconds))
    .send(refused({ code: 'too_many_requests', status: 429, detail: { values: { seconds } } }, say));
}
