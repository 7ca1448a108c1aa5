import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** A browser's open event stream, as an area sees it that pushes what is never stored (prices, an account's equity). */
export interface OpenStream {
  readonly name: string;
  readonly clientId: ClientId;
  readonly sid: string;
  /**
   * Writes whole events. False while the browser has not taken what was written before: nothing was written, and whoever
   * pushes comes again with what is newest then.
   */
  push(events: Buffer): boolean;
  /** Runs once, when the stream has ended. */
  onEnd(work: () => void): void;
}

/** For which stream a message is: its name, and the session that it belongs to, so that no other session reaches it. */
export interface StreamAddress {
  readonly stream: string;
  readonly sid: string;
}

type Listener = (stream: OpenStream, payload: unknown) => void;

/** The open streams of this process, and the way to those that other processes hold. */
export interface OpenStreams {
  /** Takes a browser's stream in, under a name that nobody can guess; it leaves by itself when it ends. */
  hold(of: { readonly clientId: ClientId; readonly sid: string; readonly response: ServerResponse }): OpenStream;
  /** What messages of that kind are for. One listener a kind. */
  hear(kind: string, listener: Listener): void;
  /**
   * Brings a message to the process that holds the stream: at once when it is this one, else by an announcement of the
   * database. A stream that is gone is nobody's loss: the browser asks again for the one that follows it.
   */
  tell(kind: string, to: StreamAddress, payload: object): Promise<void>;
  /** An announcement of the database. */
  announced(text: string): void;
}

/** The channel on which messages for streams of other processes are announced. */
export const streamChannel = 'stream_message';
/** PostgreSQL takes announcements of less than 8000 bytes. */
const announcementMostBytes = 7_900;

export function openOpenStreams(sql: Pick<Sql, 'run'>): OpenStreams {
  const held = new Map<string, OpenStream>();
  const listeners = new Map<string, Listener>();
  const deliver = (kind: string, to: StreamAddress, payload: unknown): boolean => {
    const stream = held.get(to.stream);
    if (stream?.sid === to.sid) listeners.get(kind)?.(stream, payload);
    return stream !== undefined;
  };
  return {
    hold({ clientId, sid, response }) {
      const name = randomBytes(15).toString('base64url');
      const stream: OpenStream = {
        name,
        clientId,
        sid,
        push: (events) => pushOnto(response, events),
        onEnd: (work) => void response.once('close', work),
      };
      held.set(name, stream);
      stream.onEnd(() => held.delete(name));
      return stream;
    },
    hear(kind, listener) {
      if (listeners.has(kind)) throw new Error(`two listeners for messages of the kind ${kind}`);
      listeners.set(kind, listener);
    },
    async tell(kind, to, payload) {
      if (deliver(kind, to, payload)) return;
      const text = JSON.stringify({ kind, to, payload } satisfies Announced);
      if (Buffer.byteLength(text) > announcementMostBytes) throw new RangeError(`a message of the kind ${kind} is too long`);
      await sql.run(`select pg_notify('${streamChannel}', $1)`, [text]);
    },
    announced(text) {
      const { kind, to, payload } = JSON.parse(text) as Announced;
      deliver(kind, to, payload);
    },
  };
}

interface Announced {
  readonly kind: string;
  readonly to: StreamAddress;
  readonly payload: unknown;
}

function pushOnto(response: ServerResponse, events: Buffer): boolean {
  if (response.writableEnded || response.destroyed) return true;
  if (response.writableLength > 0) return false;
  response.write(events);
  return true;
}
