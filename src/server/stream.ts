import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../base/sql.ts';
import type { ClientId } from '../base/id.ts';
import { requestLanguage } from './app.ts';
import { refused } from './serve/seal.ts';
import type { Sessions } from './session.ts';
import type { ServerWords } from './words.ts';

/** The live stream of this web process: every browser that listens, and the lines that the database announces. */
export interface LiveStream {
  /** Takes over an answer as an event stream. `lastId` is the last line that the browser has seen. */
  attach(subscriber: {
    clientId: ClientId;
    response: ServerResponse;
    headers: OutgoingHttpHeaders;
    lastId: bigint | undefined;
  }): Promise<void>;
  /** New lines were announced. */
  wake(): void;
  /** Ends the streams of a session that ended. */
  drop(clientId: ClientId): void;
  readonly size: number;
  close(): void;
}

interface Line {
  id: bigint;
  client_id: number | null;
  topics: string[];
}

const beatMs = 15_000;
const maxReplay = 500;
const maxStreamsPerClient = 12;
const retryMs = 2000;

export function openLiveStream(database: Database, log: Logger): LiveStream {
  const subscribers = new Map<ClientId, Set<ServerResponse>>();
  let lastSeen: bigint | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;

  const readNew = async (): Promise<void> => {
    do {
      isWanted = false;
      if (lastSeen === undefined) lastSeen = await newestId(database);
      const lines = await database.sql.many<Line>(
        'select id, client_id, topics from live_line where id > $1 order by id limit $2',
        [lastSeen, maxReplay],
      );
      for (const line of lines) {
        // An id that is missing was given and rolled back, or cleared away: whoever listens reads everything anew.
        const isGap = line.id !== lastSeen + 1n;
        lastSeen = line.id;
        if (isGap) for (const responses of subscribers.values()) send(responses, line.id, ['*']);
        else if (line.client_id === null) for (const responses of subscribers.values()) send(responses, line.id, line.topics);
        else send(subscribers.get(line.client_id as ClientId), line.id, line.topics);
      }
      if (lines.length === maxReplay) isWanted = true;
    } while (isWanted);
  };
  const wake = (): void => {
    isWanted = true;
    running ??= readNew()
      .catch((error: unknown) => log.warn({ err: error }, 'the live lines could not be read'))
      .finally(() => {
        running = undefined;
      });
  };
  const beat = setInterval(() => {
    for (const responses of subscribers.values()) for (const response of responses) response.write(': beat\n\n');
    wake();
  }, beatMs);

  return {
    wake,
    async attach({ clientId, response, headers, lastId }) {
      const own = subscribers.get(clientId) ?? new Set();
      subscribers.set(clientId, own);
      const oldest = own.size >= maxStreamsPerClient ? own.values().next().value : undefined;
      oldest?.end();
      own.add(response);
      response.on('close', () => {
        own.delete(response);
        if (own.size === 0 && subscribers.get(clientId) === own) subscribers.delete(clientId);
      });
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        connection: 'keep-alive',
      });
      response.write(`retry: ${retryMs}\n\n`);
      await replay({ database, clientId, response, lastId });
    },
    drop(clientId) {
      for (const response of subscribers.get(clientId) ?? []) response.end();
    },
    get size() {
      return [...subscribers.values()].reduce((sum, responses) => sum + responses.size, 0);
    },
    close() {
      clearInterval(beat);
      for (const responses of subscribers.values()) for (const response of responses) response.end();
    },
  };
}

/** Tells what a browser missed while it was away; when that is not known any more, that everything is stale. */
async function replay(missed: {
  database: Database;
  clientId: ClientId;
  response: ServerResponse;
  lastId: bigint | undefined;
}): Promise<void> {
  const { database, clientId, response, lastId } = missed;
  const newest = await newestId(database);
  if (lastId === undefined) {
    response.write(`id: ${newest}\nevent: hello\ndata: {}\n\n`);
    return;
  }
  const oldest = await database.sql.one<{ id: bigint | null }>('select min(id) as id from live_line');
  const lines = await database.sql.many<Line>(
    `select id, client_id, topics from live_line where id > $1 and (client_id = $2 or client_id is null) order by id limit $3`,
    [lastId, clientId, maxReplay],
  );
  const isLost = lastId > newest || (oldest.id !== null && oldest.id > lastId + 1n) || lines.length === maxReplay;
  if (isLost) send([response], newest, ['*']);
  else for (const line of lines) send([response], line.id, line.topics);
}

async function newestId(database: Database): Promise<bigint> {
  const row = await database.sql.one<{ id: bigint }>('select coalesce(max(id), 0)::bigint as id from live_line');
  return row.id;
}

function send(responses: Iterable<ServerResponse> | undefined, id: bigint, topics: readonly string[]): void {
  if (!responses) return;
  const text = `id: ${id}\nevent: stale\ndata: ${JSON.stringify({ topics })}\n\n`;
  for (const response of responses) response.write(text);
}

/** GET /api/js/stream (interfaces §1). Without a session: 401 in the envelope. */
export function serveStream(
  app: FastifyInstance,
  parts: { stream: LiveStream; sessions: Sessions; cookieName: string; words: ServerWords },
): void {
  app.get('/api/js/stream', async (request, reply) => {
    const secret = request.cookies[parts.cookieName];
    const session = secret ? await parts.sessions.find(secret) : undefined;
    if (!session) {
      const say = parts.words.in(requestLanguage(request, undefined));
      return reply.code(401).send(refused({ code: 'no_session', status: 401, detail: {} }, say));
    }
    const header = request.headers['last-event-id'];
    const lastId = typeof header === 'string' && /^\d{1,18}$/.test(header) ? BigInt(header) : undefined;
    reply.hijack();
    await parts.stream.attach({
      clientId: session.identity.id,
      response: reply.raw,
      headers: reply.getHeaders() as OutgoingHttpHeaders,
      lastId,
    });
    return reply;
  });
}
