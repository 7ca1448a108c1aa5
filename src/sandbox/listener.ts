import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { wrongBodies, type StruckCall } from './faults.ts';
import { openLater, type Later } from './later.ts';

/** One request to a vendor's server, its body read. */
export interface VendorRequest {
  readonly method: string;
  readonly path: string;
  /** Path and query as they were written: signatures are made over them. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface VendorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Listener {
  /** "http://127.0.0.1:40123" */
  readonly address: string;
  /** Forgets the calls that were still to take effect. */
  forget(): void;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  handle(request: VendorRequest): VendorAnswer | Promise<VendorAnswer>;
  /** The fault that strikes this request, if any; not asked for requests that do not act. */
  fault?(request: VendorRequest): StruckCall | undefined;
  /** What the vendor answers when it is out of order. */
  readonly failure: VendorAnswer;
  readonly patience?: Patience;
  /** A megabyte when left out. */
  readonly maxBodyBytes?: number;
}

/** How long a fault makes a caller wait. A caller that never gets an answer loses its connection after `hangMs`. */
export interface Patience {
  readonly hangMs: number;
  readonly slowMs: number;
}

export const usualPatience: Patience = { hangMs: 2000, slowMs: 3000 };
const usualBodyBytes = 1024 * 1024;

/** Starts a vendor's HTTP server on the loopback. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const later = openLater();
  const server = createServer((incoming, outgoing) => {
    serve({ ...options, later }, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the vendor server has no port');
  return {
    address: `http://${options.host}:${bound.port}`,
    forget: () => later.forget(),
    close: async () => {
      later.forget();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  options: ListenOptions & { readonly later: Later },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming, options.maxBodyBytes ?? usualBodyBytes);
  if (body === undefined) return write(outgoing, { status: 413, body: '' });
  const url = new URL(incoming.url ?? '/', 'http://vendor');
  const request = {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    target: incoming.url ?? '/',
    query: url.searchParams,
    headers: incoming.headers,
    body,
  };
  const patience = options.patience ?? usualPatience;
  const struck = options.fault?.(request);
  const fault = struck?.mode;
  if (struck?.mode === 'late') {
    options.later.after(struck.lateMs, () => options.handle(request));
    outgoing.destroy();
    return;
  }
  if (fault === 'error') return write(outgoing, options.failure);
  if (fault === 'timeout_before') return hang(outgoing, patience);
  const answer = await options.handle(request);
  if (fault === 'timeout_after') return hang(outgoing, patience);
  if (fault === 'nonsense' || fault === 'nothing')
    return write(outgoing, { status: 200, headers: answer.headers ?? {}, body: wrongBodies[fault] });
  if (fault === 'slow') await wait(patience.slowMs, undefined, { ref: false });
  write(outgoing, answer);
}

async function readBody(incoming: IncomingMessage, maxBodyBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Never answers, and lets go of the connection when the caller has waited long enough. */
async function hang(outgoing: ServerResponse, patience: Patience): Promise<void> {
  await wait(patience.hangMs, undefined, { ref: false });
  outgoing.destroy();
}

function write(outgoing: ServerResponse, answer: VendorAnswer): void {
  outgoing.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8', ...answer.headers });
  outgoing.end(answer.body);
}
