import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A vendor's message as it came: its very bytes, and what they were signed with. */
export interface Captured {
  readonly path: string;
  readonly raw: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Stands where vendors believe the portal to be, acknowledges what comes and keeps it. */
export interface Relay {
  readonly url: string;
  /** The first that came of which that is so; waits for it. `what` is said where none comes. */
  told(what: string, isIt: (message: Captured) => boolean): Promise<Captured>;
  close(): Promise<void>;
}

const waitsMostMs = 60_000;
/** Of the headers those that make a message what it is: its type, and what proves whose it is. */
const kept = /^(?:content-type|gt-authentication|x-.{1,60})$/;
/** Each vendor finds in it what it takes for an acknowledgement. */
const acknowledged = JSON.stringify({ status: 0, description: 'kept', accepted: true });

export async function openRelay(): Promise<Relay> {
  const captured: Captured[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) => (kept.test(name) ? [[name, String(value)]] : [])),
      );
      captured.push({ path: request.url ?? '/', raw: Buffer.concat(pieces), headers });
      response.setHeader('content-type', 'application/json');
      response.end(acknowledged);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async told(what, isIt) {
      const until = Date.now() + waitsMostMs;
      while (Date.now() < until) {
        const found = captured.find(isIt);
        if (found) return found;
        await wait(20);
      }
      throw new Error(`nobody has told of ${what} within ${waitsMostMs / 1000} s`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
