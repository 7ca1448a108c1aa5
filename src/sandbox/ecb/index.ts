import { dayMs, type Clock } from '../../base/time.ts';
import { openFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorAnswer } from '../listener.ts';
import { referenceDays, referenceFile } from './reference.ts';

export interface EcbOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  /** Markets of the same seed agree with it. */
  readonly seed?: string;
  readonly patience?: Patience;
}

export interface EcbSandbox {
  /** As the connector takes it: "http://127.0.0.1:40123/stats/eurofxref". */
  readonly address: string;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

const folder = '/stats/eurofxref';
/** The Bank's own history begins in 1999; the sandbox's as far back as anybody asks for rates. */
const firstDay = '2016-12-01';
const quarterDays = 90;

/** The European Central Bank of the sandbox: its three files of reference rates, computed from a seed and never stored. */
export async function startEcb(options: EcbOptions): Promise<EcbSandbox> {
  const faults = openFaults();
  const seed = options.seed ?? 'atrium';
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 503, body: '' },
    fault: () => faults.takeForCall(),
    handle: ({ method, path }) => (method === 'GET' ? answer(path, options.clock.now(), seed) : { status: 405, body: '' }),
    ...(options.patience ? { patience: options.patience } : {}),
  });
  return {
    address: `${listener.address}${folder}`,
    fault: (planned, count) => faults.set(planned, count),
    reset: () => faults.set('none', 0),
    close: () => listener.close(),
  };
}

function answer(path: string, now: Date, seed: string): VendorAnswer {
  const since = sinceOf(path, now);
  if (since === undefined) return { status: 404, body: '' };
  const days = referenceDays(since, now);
  const shown = path.endsWith('-daily.xml') ? days.slice(-1) : days;
  return { status: 200, headers: { 'content-type': 'text/xml' }, body: referenceFile(shown, seed) };
}

/** The first day of a file. A day's file reaches back over the longest holidays. */
function sinceOf(path: string, now: Date): string | undefined {
  const daysAgo = (days: number): string => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  if (path === `${folder}/eurofxref-daily.xml`) return daysAgo(10);
  if (path === `${folder}/eurofxref-hist-90d.xml`) return daysAgo(quarterDays);
  return path === `${folder}/eurofxref-hist.xml` ? firstDay : undefined;
}
