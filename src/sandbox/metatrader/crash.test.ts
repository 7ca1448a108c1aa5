import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMetaTrader5 } from '../../ports/platform/mt5/index.ts';
import { benchPasswords, must, ManualClock, wednesday } from '../../server/testing/platform.ts';
import { startMetaTrader, type MetaTraderSettings } from './index.ts';

const group = { name: 'crash-USD', currency: 'USD', leverageMax: 500 } as const;
const callers = 8;

test('a server that is killed in the middle of work has every movement that it acknowledged, once', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'metatrader-crash-'));
  const child = startChild(dataFolder);
  const address = await addressOf(child);
  const clock = new ManualClock();
  const platform = openMetaTrader5({
    address,
    managerLogin: 1000,
    managerPassword: 'Manager1!',
    clock,
    timeoutMs: 2000,
    sessions: callers,
  });
  must(await platform.openAccount({ login: 1, group: group.name, name: 'Ama', leverage: 100, ...benchPasswords }));

  const acknowledged: string[] = [];
  const work = Array.from({ length: callers }, async (_, caller) => {
    for (let number = 0; ; number++) {
      const tag = `crash:${caller}:${number}`;
      const answer = await platform.balanceOperation({ login: 1, kind: 'balance', amount: 100n, currency: 'USD', tag });
      if (answer.outcome !== 'done') return;
      acknowledged.push(tag);
      if (acknowledged.length === 120) child.kill('SIGKILL');
    }
  });
  await Promise.all(work);
  await platform.close();

  const server = await startMetaTrader({ ...settingsOf(dataFolder), clock });
  const again = openMetaTrader5({ address: server.address, managerLogin: 1000, managerPassword: 'Manager1!', clock });
  const page = { login: 1, from: new Date(0), to: new Date(wednesday.getTime() + 1), offset: 0, total: 1000 };
  const { deals } = must(await again.deals(page));
  const tags = deals.map((deal) => deal.tag);
  expect(acknowledged.length).toBeGreaterThanOrEqual(120);
  expect(acknowledged.filter((tag) => !tags.includes(tag))).toEqual([]);
  expect(new Set(tags).size).toBe(tags.length);
  expect(must(await again.account(1)).account.balance).toBe(BigInt(deals.length) * 100n);
  await again.close();
  await server.close();
  await rm(dataFolder, { recursive: true });
});

function settingsOf(dataFolder: string): Omit<MetaTraderSettings, 'clock'> {
  return { kind: 'mt5', dataFolder, host: '127.0.0.1', port: 0, password: 'Manager1!', groups: [group] };
}

function startChild(dataFolder: string): ChildProcess {
  const program = `
    const { startMetaTrader } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
    const clock = { now: () => new Date(${wednesday.getTime()}), wall: () => new Date() };
    const server = await startMetaTrader({ ...${JSON.stringify(settingsOf(dataFolder))}, clock });
    process.stdout.write(server.address);
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the child has no output');
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return text.toString();
}
