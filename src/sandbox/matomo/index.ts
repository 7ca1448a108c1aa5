import { openFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from '../listener.ts';

export interface MatomoKeys {
  readonly site: number;
  readonly token: string;
}

export interface MatomoOptions extends MatomoKeys {
  readonly host: string;
  readonly port: number;
  readonly patience?: Patience;
}

/** One happening as it came. */
export interface TrackedHit {
  readonly kind: 'page_view' | 'event' | 'goal';
  readonly name: string;
  readonly visitor: string;
  readonly at: Date;
}

export interface MatomoSandbox {
  readonly address: string;
  /** Newest first. */
  hits(): readonly TrackedHit[];
  /** All that was written to it, as it came. */
  written(): readonly string[];
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

const mostHits = 1000;

/** Matomo in the sandbox: its Tracking HTTP API in bulk, and a list of what was counted. */
export async function startMatomo(options: MatomoOptions): Promise<MatomoSandbox> {
  const faults = openFaults();
  const hits: TrackedHit[] = [];
  const written: string[] = [];
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 503, body: '{"status":"error","message":"Maintenance mode"}' },
    fault: () => faults.takeForCall(),
    handle: (request) =>
      answer(options, request, (read, text) => {
        hits.unshift(...read.toReversed());
        hits.splice(mostHits);
        written.unshift(text);
        written.splice(mostHits);
      }),
    ...(options.patience ? { patience: options.patience } : {}),
  });
  return {
    address: listener.address,
    hits: () => hits,
    written: () => written,
    fault: (planned, count) => faults.set(planned, count),
    reset() {
      faults.set('none', 0);
      listener.forget();
      hits.splice(0);
      written.splice(0);
    },
    close: () => listener.close(),
  };
}

function answer(
  { site, token }: MatomoOptions,
  { method, path, body }: VendorRequest,
  keep: (hits: readonly TrackedHit[], text: string) => void,
): VendorAnswer {
  if (path !== '/matomo.php') return { status: 404, body: '' };
  const text = body.toString('utf8');
  if (method === 'GET')
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: 'This resource is part of Matomo. Keep full control of your data with the leading free and open source web analytics platform.',
    };
  const { requests, token_auth: given } = JSON.parse(text) as { requests: readonly string[]; token_auth?: string };
  if (given !== token) return { status: 401, body: '{"status":"error","tracked":0,"invalid":0,"message":"token_auth"}' };
  const read = requests.map((request) => hitOf(site, new URLSearchParams(request.replace(/^\?/, ''))));
  const taken = read.flatMap((hit) => hit ?? []);
  keep(taken, text);
  const told = { status: 'success', tracked: taken.length, invalid: read.length - taken.length };
  return { status: 200, body: JSON.stringify(told) };
}

function hitOf(site: number, query: URLSearchParams): TrackedHit | undefined {
  const visitor = query.get('cid') ?? '';
  const address = query.get('url') ?? '';
  const at = new Date(Number(query.get('cdt')) * 1000);
  if (query.get('idsite') !== String(site) || query.get('rec') !== '1') return undefined;
  if (!/^[0-9a-f]{16}$/.test(visitor) || !URL.canParse(address) || Number.isNaN(at.getTime())) return undefined;
  const kind = query.has('idgoal') ? 'goal' : query.has('e_c') ? 'event' : 'page_view';
  const name = query.get('action_name') ?? query.get('e_a') ?? new URL(address).pathname.slice(1);
  return { kind, name, visitor, at };
}
