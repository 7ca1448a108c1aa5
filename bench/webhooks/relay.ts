import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A provider's message as it came: its very bytes, and what they were signed with. */
export interface Captured {
  readonly path: string;
  readonly raw: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Stands where the provider believes the portal to be, acknowledges what comes and keeps it. */
export interface Relay {
  readonly url: string;
  /** What came of that order's transaction of that type once it was done; waits for it. */
  told(reference: string, type: string): Promise<Captured>;
  close(): Promise<void>;
}

const waitsMostMs = 60_000;
/** Of the headers those that make a message what it is. */
const kept = ['content-type', 'gt-authentication'];

export async function openRelay(): Promise<Relay> {
  const captured: Captured[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const headers = Object.fromEntries(kept.map((name) => [name, String(request.headers[name] ?? '')]));
      captured.push({ path: request.url ?? '/', raw: Buffer.concat(pieces), headers });
      response.setHeader('content-type', 'application/json');
      response.end('{"status":0,"description":"kept"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async told(reference, type) {
      const until = Date.now() + waitsMostMs;
      while (Date.now() < until) {
        const found = captured.find(({ raw }) => isOf(raw, { reference, type }));
        if (found) return found;
        await wait(20);
      }
      throw new Error(`the provider has not told of the ${type} of ${reference} within ${waitsMostMs / 1000} s`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The sandbox tells of a payment while it is pending too: that is none of the three. */
function isOf(raw: Buffer, { reference, type }: { readonly reference: string; readonly type: string }): boolean {
  const { session, transaction }: Message = JSON.parse(raw.toString('utf8'));
  return (
    session.order_id === reference && transaction?.transaction_type === type && transaction.transaction_status === 'approved'
  );
}

interface Message {
  readonly session: { readonly order_id: string };
  readonly transaction?: { readonly transaction_type: string; readonly transaction_status: string };
}
