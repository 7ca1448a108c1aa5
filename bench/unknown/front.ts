import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * What stands between the portal and the vendors: it passes everything on, fails the calls to the cashier of single payments as it is
 * told, and writes down each of these calls with what the portal has learned of it.
 */

/** What the portal asks of the cashier about one payment: to act, or how it stands. */
type CallKind = 'act' | 'look';

export interface SeenCall {
  readonly reference: string;
  readonly kind: CallKind;
  readonly atMs: number;
  /** The portal got an answer, and what that said; undefined: it knows nothing. */
  readonly answer: string | undefined;
}

/** How calls about one payment fail. */
export type CallPlan =
  /** That many calls that act get no answer, before or after they took effect. */
  | { readonly mode: 'before' | 'after'; readonly calls: number }
  /** One call that acts takes effect so much later than its line was cut. */
  | { readonly mode: 'late'; readonly seconds: number }
  /** No call about it is answered for so long: none arrives, or each takes effect. */
  | { readonly mode: 'out' | 'silent'; readonly seconds: number };

export interface Front {
  readonly address: string;
  /** From now on, for every payment whose reference begins so. */
  plan(prefix: string, plan: CallPlan): void;
  /** When the provider answered again, or will; undefined while nothing has struck yet. */
  backAtMs(prefix: string): number | undefined;
  calls(prefix: string): readonly SeenCall[];
  close(): Promise<void>;
}

interface Planned {
  readonly plan: CallPlan;
  struck: number;
  beganMs: number | undefined;
  backAtMs: number | undefined;
}

/** Acting: opening a page, paying out. Every other call of these looks. */
const kinds: Readonly<Record<string, CallKind>> = {
  '/cashier/cashier': 'act',
  '/agent/payout': 'act',
  '/agent/find-order': 'look',
  '/agent/find-transaction': 'look',
};
const callsMost = 100_000;

export async function openFront(vendors: string): Promise<Front> {
  const access = (await (await fetch(`${vendors}/access`)).json()) as { payments: { address: string } };
  const cashier = access.payments.address;
  const plans = new Map<string, Planned>();
  const seen: SeenCall[] = [];
  const planFor = (reference: string): Planned | undefined => [...plans].find(([prefix]) => reference.startsWith(prefix))?.[1];
  const note = (call: SeenCall): void => {
    if (seen.push(call) > callsMost) throw new Error('the portal asks the cashier without end');
  };

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const path = incoming.url ?? '/';
    if (path === '/access')
      return write(outgoing, { status: 200, headers: json, body: JSON.stringify(toldOf(access, incoming)) });
    const kind = kinds[path];
    const isCashiers = kind !== undefined || path.startsWith('/agent/') || path.startsWith('/cashier/');
    const onward = (): Promise<Answered> => pass((isCashiers ? cashier : vendors) + path, incoming, body);
    if (kind === undefined) return write(outgoing, await onward());
    const reference = referenceIn(body);
    const struck = strike(planFor(reference), kind);
    const lost = (): void => {
      note({ reference, kind, atMs: Date.now(), answer: undefined });
      outgoing.destroy();
    };
    if (struck?.mode === 'late')
      void wait(struck.seconds * 1000)
        .then(onward)
        .catch(() => undefined);
    if (struck?.mode === 'after' || struck?.mode === 'silent') await onward();
    if (struck) return lost();
    const passed = await onward();
    note({ reference, kind, atMs: Date.now(), answer: saidIn(passed.body) });
    write(outgoing, passed);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    plan: (prefix, plan) => void plans.set(prefix, { plan, struck: 0, beganMs: undefined, backAtMs: undefined }),
    backAtMs: (prefix) => plans.get(prefix)?.backAtMs,
    calls: (prefix) => seen.filter(({ reference }) => reference.startsWith(prefix)),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What strikes this call, used up by asking. */
function strike(planned: Planned | undefined, kind: CallKind): CallPlan | undefined {
  if (!planned) return undefined;
  const { plan } = planned;
  const now = Date.now();
  if (plan.mode === 'out' || plan.mode === 'silent') {
    // From the first call on, whatever it asks.
    planned.beganMs ??= now;
    planned.backAtMs = planned.beganMs + plan.seconds * 1000;
    return now < planned.backAtMs ? plan : undefined;
  }
  const lateMs = 'seconds' in plan ? plan.seconds * 1000 : 0;
  if (kind === 'look' || planned.struck >= ('calls' in plan ? plan.calls : 1)) return undefined;
  planned.struck += 1;
  planned.backAtMs = now + lateMs;
  return plan;
}

/** The keys of the vendors, and us in the cashier's place. */
function toldOf(access: { readonly payments: object }, incoming: IncomingMessage): object {
  return { ...access, payments: { ...access.payments, address: `http://${incoming.headers.host}` } };
}

function referenceIn(body: Buffer): string {
  const { order_id: reference } = JSON.parse(body.toString('utf8')) as { order_id?: unknown };
  return typeof reference === 'string' ? reference : '';
}

/** The cashier's own word of an order: none, or how its transaction stands. */
function saidIn(body: Buffer): string {
  const { status, transaction } = JSON.parse(body.toString('utf8')) as Said;
  return transaction?.transaction_status ?? `status ${status}`;
}
interface Said {
  readonly status?: number;
  readonly transaction?: { readonly transaction_status?: string } | null;
}

interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}
type Answered = Passed & { readonly body: Buffer };

const json = { 'content-type': 'application/json; charset=utf-8' };
const passMostMs = 30_000;
const hopHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-encoding',
  'host',
  'keep-alive',
  'transfer-encoding',
  'expect',
]);

async function pass(url: string, incoming: IncomingMessage, body: Buffer): Promise<Answered> {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    hopHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const method = incoming.method ?? 'GET';
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(passMostMs),
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
  });
  const kept = [...response.headers].filter(([name]) => !hopHeaders.has(name));
  return { status: response.status, headers: Object.fromEntries(kept), body: Buffer.from(await response.arrayBuffer()) };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function write(outgoing: ServerResponse, { status, headers, body }: Passed): void {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}
