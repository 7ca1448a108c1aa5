import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a request was about, for its line in the log. Never what was typed: no addresses, no queries, no bodies. */
export interface RequestFacts {
  call?: string;
  client?: number;
  staff?: number;
  /** The payment's number. */
  payment?: string | undefined;
}

const facts = new WeakMap<FastifyRequest, RequestFacts>();

export function noteRequest(request: FastifyRequest, more: RequestFacts): void {
  facts.set(request, { ...facts.get(request), ...more });
}

/** One line for each request, when it has been answered; its id goes out with the answer, and onto every line that is written for it. */
export function writeRequestLines(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'page';
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ trace: request.id, method, route, status: reply.statusCode, ms, ...facts.get(request) }, 'answered');
    done();
  });
}
