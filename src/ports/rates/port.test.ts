import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatRate, parseRate } from '../../base/money.ts';
import { insideReference } from '../../law/rates.ts';
import { startEcb, type EcbSandbox } from '../../sandbox/ecb/index.ts';
import { readReference } from './ecb/messages.ts';
import { openReferenceRates } from './index.ts';
import type { RateDay, ReferenceRates } from './port.ts';

interface PortBench {
  readonly rates: ReferenceRates;
  readonly source: EcbSandbox;
}

/** A Monday evening, when the day's rates are out. */
let now = new Date('2026-03-02T16:30:00Z');
const clock = { now: () => now, wall: () => now };
const connectors = [{ name: 'ecb', raise: raiseEcb }];

describe.each(connectors)('the reference rates of $name', ({ raise }) => {
  let stage: PortBench;
  beforeEach(async () => {
    now = new Date('2026-03-02T16:30:00Z');
    stage = await raise();
  });
  afterEach(() => stage.source.close());

  test('the latest day is today once its rates are out, and the last working day before', async () => {
    expect(await dayOf(stage.rates)).toMatchObject({ day: '2026-03-02' });
    now = new Date('2026-03-02T11:00:00Z');
    expect(await dayOf(stage.rates)).toMatchObject({ day: '2026-02-27' });
  });

  test('every currency that the law expects from the reference is quoted', async () => {
    const { rates } = await dayOf(stage.rates);
    expect(insideReference.filter((currency) => !rates.has(currency))).toEqual([]);
    expect(Number(formatRate(rates.get('USD') ?? 0n))).toBeGreaterThan(0.8);
  });

  test('the quarter and the history come oldest first and agree with the day', async () => {
    const latest = await dayOf(stage.rates);
    for (const span of ['quarter', 'all'] as const) {
      const answer = await stage.rates.read(span);
      if (answer.outcome !== 'known') throw new Error(answer.reason);
      expect(answer.days.at(-1)).toEqual(latest);
      expect(answer.days.length).toBeGreaterThan(span === 'all' ? 2300 : 55);
      expect(answer.days[0]?.day.localeCompare(latest.day)).toBe(-1);
    }
  });

  test('a source that fails or hangs leaves open what the rates are, and comes back', async () => {
    for (const mode of ['error', 'timeout_before', 'timeout_after', 'nonsense', 'nothing'] as const) {
      stage.source.fault(mode, 1);
      expect(await stage.rates.read('latest')).toMatchObject({ outcome: 'unknown' });
    }
    expect(await stage.rates.read('latest')).toMatchObject({ outcome: 'known' });
  });
});

describe('a file of the European Central Bank', () => {
  // As published on 14 February 2025 (shortened): the Bank's own numbers, not the sandbox's.
  const published = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time="2025-02-14"><Cube currency="USD" rate="1.0478"/><Cube currency='JPY' rate='159.62'/><Cube currency="BGN" rate="N/A"/></Cube></Cube>
</gesmes:Envelope>`;

  test('is read in either kind of quotes, and what is not quoted is left out', () => {
    expect(readReference(published)).toEqual([
      {
        day: '2025-02-14',
        rates: new Map([
          ['USD', parseRate('1.0478')],
          ['JPY', parseRate('159.62')],
        ]),
      },
    ]);
  });

  test.each([
    ['<html>Service unavailable</html>', 'the file is no envelope of reference rates'],
    ['<Envelope><Cube/></Envelope>', 'the file holds no rates'],
    ['<Envelope><Cube currency="USD" rate="1"/></Envelope>', 'a rate stands outside of a day'],
    ['<Envelope><Cube time="2025-02-30"></Cube></Envelope>', '"2025-02-30" is no day'],
  ])('%s is not taken', (xml, fault) => expect(readReference(xml)).toBe(fault));
});

test('the Bank closes on weekends, at Christmas and at Easter', async () => {
  now = new Date('2026-04-06T16:30:00Z');
  const { rates, source } = await raiseEcb();
  expect(await dayOf(rates)).toMatchObject({ day: '2026-04-02' });
  await source.close();
});

async function dayOf(rates: ReferenceRates): Promise<RateDay> {
  const answer = await rates.read('latest');
  const [day] = answer.outcome === 'known' ? answer.days : [];
  if (!day) throw new Error('no day came');
  return day;
}

async function raiseEcb(): Promise<PortBench> {
  const source = await startEcb({ host: '127.0.0.1', port: 0, clock, patience: { hangMs: 200, slowMs: 50 } });
  return { source, rates: openReferenceRates({ source: 'ecb', address: source.address, timeoutMs: 60_000 }) };
}
