import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../base/network.ts';
import { paymentIn, runTraced } from '../background/traced.ts';
import type { RateLimit } from '../../protocol/call.ts';
import type { Webhook } from '../../protocol/webhook.ts';
import type { FloodGate } from '../serve/limits.ts';
import { addressOf } from './address.ts';
import { noteRequest } from './requestLine.ts';

export const bodyLimitBytes = 256 * 1024;

export interface WebhookParts {
  /** What a message put off is begun at once. */
  readonly wake: () => void;
  readonly flood: Pick<FloodGate, 'check' | 'peek'>;
  /** So many messages of an address may turn out not to be theirs whom they name; then it is not listened to for a while. */
  readonly forged: () => RateLimit;
}

/** Outside parties' messages: the very bytes go to the area, because signatures are made over them. */
export function serveWebhooks(
  fastify: FastifyInstance,
  webhooks: readonly Webhook[],
  { wake, flood, forged }: WebhookParts,
): void {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, body, done) => done(null, body));
    // Before the body is read: a forger's costs most of all that he sends.
    scope.addHook('onRequest', async (request, reply) => {
      const verdict = flood.peek(forgedBy(addressOf(request)), forged());
      if (!verdict.allowed) return reply.code(429).header('retry-after', String(verdict.retryAfterSeconds)).send();
    });
    for (const webhook of webhooks) {
      scope.post(webhook.path, async (request, reply) => {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const address = addressOf(request);
        const answer = await runTraced(request.id, () => webhook.handle(raw, request.headers, { address, trace: request.id }));
        if (answer.status === 403) flood.check(forgedBy(address), forged());
        noteRequest(request, { call: webhook.path, payment: paymentIn(answer) });
        wake();
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      });
    }
  });
}

const forgedBy = (address: string): string => `forged:${networkOf(address)}`;
