import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startClamd, type ClamdSandbox } from '../../sandbox/clamd/index.ts';
import { judge } from './clamd/messages.ts';
import { eicar } from '../../server/testing/files.ts';
import { openScanner } from './index.ts';
import type { Scanner } from './port.ts';

interface PortBench {
  readonly scanner: Scanner;
  readonly party: ClamdSandbox;
}

const connectors = [{ name: 'clamd', raise: raiseClamd }];
const mostBytes = 100_000;

async function* piecesOf(...pieces: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

describe.each(connectors)('the virus scanner of $name', ({ raise }) => {
  let bench: PortBench;
  beforeEach(async () => {
    bench = await raise();
  });
  afterEach(() => bench.party.close());
  const scan = (...pieces: readonly (string | Buffer)[]) => bench.scanner.scan(piecesOf(...pieces));

  test('a file is clean, also one of many pieces and one of none', async () => {
    expect(await scan('harmless')).toEqual({ outcome: 'clean' });
    expect(await scan(...Array.from({ length: 50 }, () => Buffer.alloc(1000, 7)))).toEqual({ outcome: 'clean' });
    expect(await scan()).toEqual({ outcome: 'clean' });
  });

  test.each([
    ['at its beginning', [eicar]],
    ['behind something else', ['%PDF-1.7 ', eicar, ' and more']],
    ['over the border of two pieces', [`x${eicar.slice(0, 30)}`, eicar.slice(30)]],
    ['in pieces of one byte', [...eicar]],
  ])('what is infected %s is found', async (_where, pieces) => {
    expect(await scan(...pieces)).toEqual({ outcome: 'infected', found: 'Eicar-Signature' });
  });

  test('what is larger than it looks at is refused, and nobody waits for it', async () => {
    expect(await scan(...Array.from({ length: 200 }, () => Buffer.alloc(1000, 7)))).toMatchObject({ outcome: 'refused' });
  });

  test('a scanner that is out, cuts the line or breaks says nothing of a file, and does so again when it is back', async () => {
    for (const mode of ['timeout_before', 'timeout_after', 'late', 'error', 'nonsense', 'nothing'] as const) {
      bench.party.fault(mode, 1);
      expect(await scan(eicar)).toMatchObject({ outcome: 'unknown' });
    }
    expect(await scan(eicar)).toMatchObject({ outcome: 'infected' });
  });

  test('a slow one is waited for', async () => {
    bench.party.fault('slow', 1);
    expect(await scan('harmless')).toEqual({ outcome: 'clean' });
  });

  test('a file that cannot be read is no verdict: its own trouble is told', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      throw new Error('the store is away');
    }
    await expect(bench.scanner.scan(broken())).rejects.toThrow('the store is away');
  });

  test('where nobody listens, nothing is said of a file', async () => {
    await bench.party.close();
    expect(await scan('harmless')).toMatchObject({ outcome: 'unknown' });
    bench = await raise();
  });
});

test.each([
  ['stream: Win.Test.EICAR_HDB-1 FOUND\0', { outcome: 'infected', found: 'Win.Test.EICAR_HDB-1' }],
  ['stream: OK\0', { outcome: 'clean' }],
  ['stream: OK FOUND\0', { outcome: 'infected', found: 'OK' }],
  ['COMMAND READ TIMED OUT\0', { outcome: 'unknown', reason: 'COMMAND READ TIMED OUT' }],
  ['', { outcome: 'unknown', reason: 'the line ended without an answer' }],
])('the answer %j is read as what it says', (answer, verdict) => {
  expect(judge(answer)).toEqual(verdict);
});

async function raiseClamd(): Promise<PortBench> {
  const party = await startClamd({ host: '127.0.0.1', port: 0, mostBytes, patience: { hangMs: 100, slowMs: 20 } });
  return { party, scanner: openScanner({ provider: 'clamd', address: party.address, timeoutMs: 60_000 }) };
}
