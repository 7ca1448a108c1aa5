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
    const verdict = request.url.startsWith('/health/') ? passed : admit(request, parts);
    if (verdict.allowed) return done();
    turnAway({ request, reply, parts, seconds: verdict.retryAfterSeconds });
  });
}

const passed: LimitVerdict = { allowed: true };

/** Webhooks are counted apart, so that no flood of an address that they share keeps a payment's news out. */
function admit(request: FastifyRequest, { flood, settings }: GateParts): LimitVerdict {
  const { perAddress, perNetwork } = settings().calls;
  const address = addressOf(request);
  const kind = request.url.startsWith(webhookRoot) ? 'webhooks' : 'address';
  const near = flood.check(`${kind}:${networkOf(address)}`, perAddress);
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
