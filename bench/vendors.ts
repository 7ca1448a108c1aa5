import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { end } from './server.ts';

/** The vendors in a process of their own (`npm run vendors`), on free ports. */
export interface VendorsProcess {
  /** As the environment of a portal names it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly address: string;
  readonly processId: number;
  stop(): Promise<void>;
  /** Without a word to anybody. */
  kill(): Promise<void>;
}

/** They keep what they know where a server on that data folder would have them keep it. Port 0 takes free ones. */
export async function openVendorsProcess(dataFolder: string, zone: string, port = 0): Promise<VendorsProcess> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'bin/vendors.ts',
      `--port=${port}`,
      `--data=${path.join(dataFolder, 'sandbox')}`,
      `--zone=${zone}`,
    ],
    { cwd: path.dirname(import.meta.dirname), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const environment: Record<string, string> = {};
  // The helpers' address is the last line.
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    environment[name] = value;
    if (name === 'SANDBOX_VENDORS')
      return {
        environment,
        address: value,
        processId: child.pid ?? 0,
        stop: () => end(child, 'SIGTERM'),
        kill: () => end(child, 'SIGKILL'),
      };
  }
  throw new Error('the vendors did not start');
}
