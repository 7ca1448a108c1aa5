import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../base/time.ts';
import { openFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from '../listener.ts';

export interface ScreeningKeys {
  readonly key: string;
  readonly secret: string;
}

export interface ScreeningOptions extends ScreeningKeys {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly patience?: Patience;
}

export interface ScreeningSandbox {
  readonly address: string;
  /** Besides those of every vendor: the next verdict is about another address, has an unknown word, or is signed by nobody. */
  lie(about: 'address' | 'risk' | 'signature'): void;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

/** What an address says of itself at its end, whichever network it is on. */
const verdicts = [
  [/dead$/i, 'severe'],
  [/beef$/i, 'high'],
  [/cafe$/i, 'medium'],
] as const;

/** Whoever judges addresses in the sandbox, by our own protocol (ports/screening/signed). */
export async function startScreening(options: ScreeningOptions): Promise<ScreeningSandbox> {
  const faults = openFaults();
  let lie: 'address' | 'risk' | 'signature' | undefined;
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 503, body: '' },
    fault: () => faults.takeForCall(),
    handle: (request) => {
      const told = lie;
      lie = undefined;
      return answer(options, request, told);
    },
    ...(options.patience ? { patience: options.patience } : {}),
  });
  return {
    address: listener.address,
    lie: (about) => {
      lie = about;
    },
    fault: (planned, count) => faults.set(planned, count),
    reset: () => {
      lie = undefined;
      faults.set('none', 0);
    },
    close: () => listener.close(),
  };
}

function answer({ key, secret, clock }: ScreeningOptions, request: VendorRequest, lie: string | undefined): VendorAnswer {
  if (request.method !== 'POST' || request.path !== '/v1/address-screenings') return { status: 404, body: '' };
  const text = request.body.toString('utf8');
  const sign = (time: string, body: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const { 'x-screening-key': given, 'x-screening-time': time, 'x-screening-signature': signature } = request.headers;
  if (given !== key || signature !== sign(String(time), text)) return { status: 401, body: '{"error":"signature"}' };
  const { network, address } = JSON.parse(text) as { network: string; address: string };
  const risk = verdicts.find(([end]) => end.test(address))?.[1] ?? 'low';
  const id = createHash('sha256').update(`${network} ${address}`).digest('hex').slice(0, 20);
  const body = JSON.stringify({
    id,
    network,
    address: lie === 'address' ? `${address}0` : address,
    risk: lie === 'risk' ? 'fine' : risk,
  });
  const at = String(Math.floor(clock.wall().getTime() / 1000));
  const signed = lie === 'signature' ? '0'.repeat(64) : sign(at, body);
  return { status: 200, headers: { 'x-screening-time': at, 'x-screening-signature': signed }, body };
}
