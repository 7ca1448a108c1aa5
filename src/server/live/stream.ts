import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../base/sql.ts';
import type { ClientId } from '../../base/id.ts';
import type { Settings } from '../../settings/index.ts';
import { liveLineHeader } from '../../protocol/liveLine.ts';
import { isNewsTopic } from '../../protocol/topics.ts';
import { protocolRefusals, type ProtocolRefusal } from '../../protocol/refusals.ts';
import { requestLanguage } from '../http/fastify.ts';
import { regionAt } from '../serve/site.ts';
import type { Reach } from '../database/reach.ts';
import { mostLines, newestId, openLines, type Line } from './lines.ts';
import type { OpenStreams } from './openStreams.ts';
import { refused } from '../serve/seal.ts';
import type { Sessions } from './session.ts';
import type { ServerWords } from '../serve/words.ts';

/** The live stream of this web process: every browser that listens, and the lines that the database announces. */
export interface LiveStream {
  /** Takes over an answer as an event stream. */
  attach(subscriber: Subscriber): Promise<void>;
  /** New lines were announced, with what they say unless that is too long. */
  announced(text: string): void;
  /** Reads what was announced while nobody listened. */
  wake(): void;
  /** The newest line of which this process knows; undefined while it knows of none. */
  newestLine(): bigint | undefined;
  /** A session ended, and its streams with it. */
  drop(sid: string): void;
  /** Ends the streams of sessions that have run out since the last look. */
  dropEnded(): Promise<void>;
  readonly size: number;
  /** Whether this process holds as many streams as it may. */
  readonly isFull: boolean;
  close(): void;
}

export interface Subscriber {
  readonly clientId: ClientId;
  readonly sid: string;
  readonly response: ServerResponse;
  readonly headers: OutgoingHttpHeaders;
  /** The last line that the browser has seen. */
  readonly lastId: bigint | undefined;
}

export interface LiveStreamParts {
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'profile' | 'forgetClient'>;
  readonly reach: Reach;
  /** Where areas find the open streams for what they push over them. */
  readonly openStreams: Pick<OpenStreams, 'hold'>;
}

const beatMs = 15_000;
const maxStreamsPerClient = 12;
const maxStreams = 10_000;
/** A browser that is so far behind reads nothing any more: it is let go, and asks for what it missed when it comes back. */
const maxUnreadBytes = 64 * 1024;
const retryMs = 2000;

export function openLiveStream({ database, sessions, reach, openStreams }: LiveStreamParts): LiveStream {
  const audience = openAudience();
  const tell = (line: Line, isGap: boolean): void => {
    // What is believed of a client for some seconds is not, once something of it has changed.
    if (isGap) sessions.forgetClient(null);
    else if (line.topics.some(isNewsTopic)) sessions.forgetClient(line.client_id);
    tellLine(audience, line, isGap);
  };
  const lines = openLines({ database, reach, tell });
  const dropEnded = async (): Promise<void> => {
    const held = audience.sids();
    if (held.size === 0) return;
    const profile = await sessions.profile([...held]);
    audience.dropWhere((sid) => held.has(sid) && !profile.has(sid));
  };
  const beat = setInterval(() => {
    for (const response of audience.everybody()) write(response, ': beat\n\n');
    lines.wake();
    dropEnded().catch((error: unknown) => reach.failed(error, 'the sessions of the streams could not be read'));
  }, beatMs);

  return {
    announced: lines.announced,
    wake: lines.wake,
    newestLine: lines.newest,
    dropEnded,
    async attach(subscriber) {
      const { clientId, response, headers, lastId } = subscriber;
      audience.add(subscriber);
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        connection: 'keep-alive',
      });
      write(response, `retry: ${retryMs}\n\n`);
      const { name } = openStreams.hold(subscriber);
      // Without an id, so that coming back begins at the last line and not here.
      write(response, `event: stream\ndata: ${JSON.stringify({ stream: name })}\n\n`);
      try {
        const newest = await newestId(database);
        lines.beginAt(newest);
        await replay({ database, clientId, response, lastId, newest });
      } catch (error) {
        reach.failed(error, 'a browser could not be told what it missed; it comes back and asks again');
        response.destroy();
      }
    },
    drop: (sid) => audience.dropWhere((held) => held === sid),
    get size() {
      return audience.count();
    },
    get isFull() {
      return audience.count() >= maxStreams;
    },
    close() {
      clearInterval(beat);
      audience.dropWhere(() => true);
    },
  };
}

type Audience = ReturnType<typeof openAudience>;

/** Whoever listens: the streams of each client, each with its session. */
function openAudience() {
  const subscribers = new Map<ClientId, Map<ServerResponse, string>>();
  const remove = (clientId: ClientId, response: ServerResponse): void => {
    const own = subscribers.get(clientId);
    own?.delete(response);
    if (own?.size === 0) subscribers.delete(clientId);
  };
  return {
    /** The client's oldest stream ends when there are too many of them. */
    add({ clientId, sid, response }: Subscriber): void {
      const own = subscribers.get(clientId) ?? new Map<ServerResponse, string>();
      subscribers.set(clientId, own);
      const [oldest] = own.size >= maxStreamsPerClient ? own.keys() : [];
      own.set(response, sid);
      if (oldest) {
        remove(clientId, oldest);
        oldest.end();
      }
      response.on('close', () => remove(clientId, response));
    },
    *everybody(): Generator<ServerResponse> {
      for (const own of subscribers.values()) yield* own.keys();
    },
    of: (clientId: ClientId): Iterable<ServerResponse> | undefined => subscribers.get(clientId)?.keys(),
    sids: (): ReadonlySet<string> => new Set([...subscribers.values()].flatMap((own) => [...own.values()])),
    count: (): number => [...subscribers.values()].reduce((sum, own) => sum + own.size, 0),
    dropWhere(isDropped: (sid: string) => boolean): void {
      for (const [clientId, own] of subscribers) {
        for (const [response, sid] of own) {
          if (!isDropped(sid)) continue;
          remove(clientId, response);
          response.end();
        }
      }
    },
  };
}

function tellLine(audience: Audience, line: Line, isGap: boolean): void {
  // An id that is missing was given and rolled back, or cleared away: whoever listens reads everything anew.
  if (isGap) send(audience.everybody(), line.id, ['*']);
  else if (line.client_id === null) send(audience.everybody(), line.id, line.topics);
  else send(audience.of(line.client_id as ClientId), line.id, line.topics);
}

/** Tells what a browser missed while it was away; when that is not known any more, that everything is stale. */
async function replay(missed: {
  database: Database;
  clientId: ClientId;
  response: ServerResponse;
  lastId: bigint | undefined;
  newest: bigint;
}): Promise<void> {
  const { database, clientId, response, lastId, newest } = missed;
  if (lastId === undefined) return write(response, `id: ${newest}\nevent: hello\ndata: {}\n\n`);
  const oldest = await database.sql.one<{ id: bigint | null }>('select min(id) as id from live_line');
  const lines = await database.sql.many<Line>(
    `select id, client_id, topics from live_line where id > $1 and (client_id = $2 or client_id is null) order by id limit $3`,
    [lastId, clientId, mostLines],
  );
  const isLost = lastId > newest || (oldest.id !== null && oldest.id > lastId + 1n) || lines.length === mostLines;
  if (isLost) send([response], newest, ['*']);
  else for (const line of lines) send([response], line.id, line.topics);
}

function send(responses: Iterable<ServerResponse> | undefined, id: bigint, topics: readonly string[]): void {
  if (!responses) return;
  const text = `id: ${id}\nevent: stale\ndata: ${JSON.stringify({ topics })}\n\n`;
  for (const response of responses) write(response, text);
}

/** Never onto a stream that has ended, and never more than a browser that stopped reading may leave lying. */
function write(response: ServerResponse, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > maxUnreadBytes) response.destroy();
  else response.write(text);
}

export interface ServeStreamParts {
  readonly stream: LiveStream;
  readonly sessions: Sessions;
  readonly settings: () => Settings;
  readonly cookieName: string;
  readonly words: ServerWords;
}

/**
 * GET /api/js/stream (interfaces §1). What the browser saw last comes as the header Last-Event-ID, which browsers send when
 * they come back by themselves, or as `last_event_id`, because a page cannot set that header. Refused in the envelope.
 */
export function serveStream(fastify: FastifyInstance, parts: ServeStreamParts): void {
  const { stream, sessions, settings, cookieName } = parts;
  // A page's stream begins behind what it has read: nothing that changes in between passes it by.
  fastify.addHook('onRequest', (request, reply, done) => {
    const newest = request.url.startsWith('/api/js/') ? stream.newestLine() : undefined;
    if (newest !== undefined) reply.header(liveLineHeader, String(newest));
    done();
  });
  fastify.get('/api/js/stream', { exposeHeadRoute: false }, async (request, reply) => {
    const refuse = (code: ProtocolRefusal): FastifyReply => {
      const say = parts.words.in(requestLanguage(request, regionAt(settings(), request, undefined)));
      const status = protocolRefusals[code];
      return reply
        .code(status)
        .header('cache-control', 'no-store')
        .send(refused({ code, status, detail: {} }, say));
    };
    const secret = request.cookies[cookieName];
    const session = secret ? await sessions.find(secret) : undefined;
    if (!session) return refuse('no_session');
    if (stream.isFull) return refuse('service_unavailable');
    const lastId = readLastId(request);
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    const { id: clientId, sid } = session.identity;
    reply.hijack();
    await stream.attach({ clientId, sid, response: reply.raw, headers, lastId });
    return reply;
  });
  // A server that is closing waits for its answers, and a stream would never end by itself.
  fastify.addHook('preClose', (done) => {
    stream.close();
    done();
  });
}

function readLastId(request: FastifyRequest): bigint | undefined {
  const given = request.headers['last-event-id'] ?? (request.query as { last_event_id?: unknown }).last_event_id;
  return typeof given === 'string' && /^\d{1,18}$/.test(given) ? BigInt(given) : undefined;
}
