import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import { openServerProcess, type ServerProcess } from '../server.ts';
import { change } from '../transfers/portal.ts';
import { openVendorsProcess, type VendorsProcess } from '../vendors.ts';
import { openFront, type Front } from './front.ts';
import { openPlatformFile, platforms, type PlatformFile, type PlatformName } from './platformFile.ts';

/** A portal and its vendors, whose trading platforms keep the time of one zone. The vendors outlive the portal's process. */
export interface Stack {
  readonly zone: string;
  readonly folder: string;
  readonly vendors: VendorsProcess;
  /** By which the portal asks them. */
  readonly front: Front;
  readonly server: ServerProcess;
  readonly owner: Pool;
  readonly files: Readonly<Record<PlatformName, PlatformFile>>;
  stop(): Promise<void>;
}

/** Both books are compared so often while the drill runs. */
export const reconcileSeconds = 10;

/** One client asks for many PINs, and where money goes to is not waited for. */
const asked = { 'challenge.resendSeconds': 1, 'challenge.maxPerDay': 1000, 'withdraw.coolingSeconds': 1 } as const;

export async function openStack(folder: string, zone: string): Promise<Stack> {
  const vendors = await openVendorsProcess(folder, zone);
  const front = await openFront(vendors.address);
  const server = await openServerProcess(folder, { SANDBOX_VENDORS: front.address });
  try {
    await startPatiently(server);
    set(server, 'platform.reconcileSeconds', String(reconcileSeconds));
  } catch (error) {
    await server.stop();
    await front.close();
    await vendors.stop();
    throw error;
  }
  const owner = openPool({ url: server.databaseUrl(), max: 2 });
  await change(owner, asked);
  const [mt5, mt4] = [openPlatformFile(folder, 'mt5'), openPlatformFile(folder, 'mt4')];
  const files = { mt5, mt4 };
  return {
    zone,
    folder,
    vendors,
    front,
    server,
    owner,
    files,
    async stop() {
      for (const platform of platforms) files[platform].close();
      await owner.close();
      await server.stop();
      await front.close();
      await vendors.stop();
    },
  };
}

/** The seeds give up where the platforms take too long, as they do on a machine that is very busy: what they brought in is kept. */
const startsMost = 3;

async function startPatiently(server: ServerProcess): Promise<void> {
  for (let starts = 1; ; starts += 1) {
    try {
      await server.start();
      return;
    } catch (error) {
      if (starts === startsMost) throw error;
    }
  }
}

/** As an operator would, by `npm run setting`. */
function set(server: ServerProcess, name: string, value: string): void {
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'bin/setting.ts', name, value], {
    cwd: path.dirname(path.dirname(import.meta.dirname)),
    env: { ...process.env, DATABASE_URL: server.databaseUrl() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The next call that acts on that account fails so. */
export async function strike({ vendors }: Stack, account: number, fault: object): Promise<void> {
  await post(`${vendors.address}/sandbox/faults`, { target: 'trading', account, count: 1, ...fault });
}

/** The payer approves at the provider, who tells the portal until it is heard. */
export async function pay({ vendors }: Stack, reference: string): Promise<void> {
  await post(`${vendors.address}/sandbox/payments/${reference}`, { outcome: 'approved' });
}

/** Moves application time on, for the portal and its vendors. */
export async function passMinutes({ server }: Stack): Promise<void> {
  await post(`${server.url}/sandbox/clock`, { advance_seconds: 301 });
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}
