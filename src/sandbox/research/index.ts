import { createHmac, randomUUID } from 'node:crypto';
import { after, minuteMs, type Clock } from '../../base/time.ts';
import { openFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from '../listener.ts';

export interface ResearchKeys {
  readonly key: string;
  readonly secret: string;
}

export interface ResearchOptions extends ResearchKeys {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly patience?: Patience;
}

export type ResearchLie = 'signature' | 'old' | 'nonce' | 'subject' | 'host' | 'scheme' | 'words';

export interface ResearchSandbox {
  readonly address: string;
  /** Besides the faults of every vendor, of the next answer: what about it is not so. */
  lie(about: ResearchLie): void;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

interface Launch {
  readonly service: string;
  readonly subject: string;
  readonly language: string;
  readonly nonce: string;
}

/** A page is opened within so long, once. */
const openMs = minuteMs;
const mostOpen = 10_000;

/** Whoever makes research in the sandbox, by our own protocol (ports/research/signed). */
export async function startResearch(options: ResearchOptions): Promise<ResearchSandbox> {
  const faults = openFaults();
  const tickets = new Map<string, Launch & { readonly expiresAt: Date }>();
  let lie: ResearchLie | undefined;
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 503, body: '' },
    // Its pages are served by machines of their own.
    fault: ({ path }) => (path.startsWith('/view/') ? undefined : faults.takeForCall()),
    handle: (request) => {
      if (request.method === 'GET' && request.path.startsWith('/view/')) return view(options, tickets, request.path.slice(6));
      const told = lie;
      lie = undefined;
      return answer({ ...options, address: listener.address, tickets }, request, told);
    },
    ...(options.patience ? { patience: options.patience } : {}),
  });
  const forget = (): void => {
    lie = undefined;
    faults.set('none', 0);
    tickets.clear();
  };
  return {
    address: listener.address,
    lie: (about) => {
      lie = about;
    },
    fault: (planned, count) => faults.set(planned, count),
    reset: forget,
    close: () => listener.close(),
  };
}

interface Desk extends ResearchOptions {
  readonly address: string;
  readonly tickets: Map<string, Launch & { readonly expiresAt: Date }>;
}

function answer(
  { key, secret, clock, address, tickets }: Desk,
  request: VendorRequest,
  lie: ResearchLie | undefined,
): VendorAnswer {
  if (request.method !== 'POST' || request.path !== '/v1/launches') return { status: 404, body: '' };
  const text = request.body.toString('utf8');
  const sign = (time: string, body: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const { 'x-research-key': given, 'x-research-time': time, 'x-research-signature': signature } = request.headers;
  if (given !== key || signature !== sign(String(time), text)) return { status: 401, body: '{"error":"signature"}' };
  const launch = JSON.parse(text) as Launch;
  const ticket = randomUUID();
  const expiresAt = after(clock.wall(), openMs);
  if (tickets.size < mostOpen) tickets.set(ticket, { ...launch, expiresAt });
  const page = lie === 'host' ? 'https://elsewhere.example' : lie === 'scheme' ? address.replace(/^http:/, 'ftp:') : address;
  const told = {
    nonce: lie === 'nonce' ? randomUUID() : launch.nonce,
    service: launch.service,
    subject: lie === 'subject' ? 'somebody else' : launch.subject,
    url: `${page}/view/${ticket}`,
    expires_at: expiresAt.toISOString(),
  };
  const body = lie === 'words' ? '<html><body>It works!</body></html>' : JSON.stringify(told);
  const at = String(Math.floor(clock.wall().getTime() / 1000) - (lie === 'old' ? 3600 : 0));
  const signed = lie === 'signature' ? '0'.repeat(64) : sign(at, body);
  return { status: 200, headers: { 'x-research-time': at, 'x-research-signature': signed }, body };
}

const names: Readonly<Record<string, string>> = {
  indicators: 'Indicators',
  'pro-tools': 'Pro trading tools',
  research: 'Trading Central',
  'signal-centre': 'Signal centre',
};

function view({ clock }: ResearchOptions, tickets: Desk['tickets'], ticket: string): VendorAnswer {
  const launch = tickets.get(ticket);
  tickets.delete(ticket);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  if (!launch || launch.expiresAt <= clock.wall())
    return { status: 410, headers, body: page('This page has been opened already.') };
  return { status: 200, headers, body: page(names[launch.service] ?? 'Research') };
}

function page(title: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="font: 16px system-ui, sans-serif; margin: 2rem; background: #fff; color: #222"><h1>${title}</h1>
<p>The sandbox's vendor of research stands here. Nothing of it is advice.</p></body></html>`;
}
