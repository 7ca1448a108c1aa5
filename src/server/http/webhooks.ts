import type { FastifyInstance } from 'fastify';
import { paymentIn, runTraced } from '../background/traced.ts';
import { addressOf } from './address.ts';
import { noteRequest } from './requestLine.ts';
import type { Webhook } from '../../protocol/webhook.ts';

const bodyLimitBytes = 256 * 1024;

/** Outside parties' messages: the very bytes go to the area, because signatures are made over them. What it put off is begun at once. */
export function serveWebhooks(fastify: FastifyInstance, webhooks: readonly Webhook[], wake: () => void): void {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, body, done) => done(null, body));
    for (const webhook of webhooks) {
      scope.post(webhook.path, async (request, reply) => {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const answer = await runTraced(request.id, () =>
          webhook.handle(raw, request.headers, { address: addressOf(request), trace: request.id }),
        );
        noteRequest(request, { call: webhook.path, payment: paymentIn(answer) });
        wake();
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      });
    }
  });
}
