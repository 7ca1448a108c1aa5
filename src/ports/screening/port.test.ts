import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../base/time.ts';
import { startScreening, type ScreeningSandbox } from '../../sandbox/screening/index.ts';
import { openScreening } from './index.ts';
import type { Screening } from './port.ts';

const keys = { key: 'portal', secret: 'screening secret' };
const wall = new Date('2026-03-02T09:00:00Z');
const clock: Clock = { now: () => wall, wall: () => wall };
const asked = { network: 'ETH', address: '0x52908400098527886E0F7030069857D2E4169EE7' };

describe.each([{ name: 'signed' as const }])('whoever judges addresses over $name', ({ name }) => {
  let service: ScreeningSandbox;
  let screening: Screening;
  beforeEach(async () => {
    service = await startScreening({ host: '127.0.0.1', port: 0, clock, ...keys, patience: { hangMs: 3000, slowMs: 20 } });
    screening = openScreening({ provider: name, address: service.address, ...keys, clock, timeoutMs: 1500 });
  });
  afterEach(() => service.close());

  test.each([
    ['', 'low'],
    ['cafe', 'medium'],
    ['beef', 'high'],
    ['dead', 'severe'],
  ])('an address that ends in "%s" is of %s risk, under a reference that stays', async (end, risk) => {
    const address = asked.address.slice(0, 42 - end.length) + end;
    const first = await screening.screen({ ...asked, address });
    expect(first).toMatchObject({ outcome: 'done', risk, reference: expect.stringMatching(/^\w{20}$/) });
    expect(await screening.screen({ ...asked, address })).toEqual(first);
  });

  test.each(['timeout_before', 'timeout_after', 'error', 'nonsense', 'nothing'] as const)(
    'a call that is struck by %s is no verdict',
    async (mode) => {
      service.fault(mode, 1);
      expect(await screening.screen(asked)).toMatchObject({ outcome: 'unknown' });
      expect(await screening.screen(asked)).toMatchObject({ outcome: 'done', risk: 'low' });
    },
  );

  test.each(['address', 'risk', 'signature'] as const)('an answer whose %s is wrong is no verdict', async (about) => {
    service.lie(about);
    expect(await screening.screen(asked)).toMatchObject({ outcome: 'unknown' });
  });

  test('whom the service does not know gets no verdict', async () => {
    const stranger = openScreening({ provider: name, address: service.address, ...keys, secret: 'another', clock });
    expect(await stranger.screen(asked)).toMatchObject({ outcome: 'unknown' });
  });
});
