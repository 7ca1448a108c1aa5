import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startMatomo, type MatomoSandbox } from '../../sandbox/matomo/index.ts';
import { openTracking } from './index.ts';
import type { Hit, Tracking } from './port.ts';

const keys = { site: 3, token: 'a token' };
const visitor = '0123456789abcdef';
const at = new Date('2026-03-02T09:00:00Z');
const hits: readonly Hit[] = [
  { name: 'registration-step2-popup-eu', what: { kind: 'page_view' }, visitor, at },
  { name: 'regfullNotCompleted', what: { kind: 'event' }, visitor, at },
  { name: 'regfullCompleted', what: { kind: 'goal', number: 7 }, visitor, at },
];

describe.each([{ name: 'matomo' as const }])('whoever counts over $name', ({ name }) => {
  let vendor: MatomoSandbox;
  let tracking: Tracking;
  const open = (over: Partial<typeof keys> = {}, address = vendor.address): Tracking =>
    openTracking({ provider: name, address, ...keys, ...over, portal: 'https://portal.example', timeoutMs: 1500 });
  beforeEach(async () => {
    vendor = await startMatomo({ host: '127.0.0.1', port: 0, ...keys, patience: { hangMs: 3000, slowMs: 20 } });
    tracking = open();
  });
  afterEach(() => vendor.close());

  test('pages by their label, events and goals are told in one call, each with its visitor and its time', async () => {
    expect(await tracking.reach()).toEqual({ outcome: 'done' });
    expect(await tracking.record(hits)).toEqual({ outcome: 'done' });
    expect(vendor.hits().toReversed()).toEqual(
      hits.map(({ name: told, what }) => ({ name: told, kind: what.kind, visitor, at })),
    );
  });

  test.each([
    ['error', 'later', 0],
    ['timeout_before', 'unknown', 0],
    ['timeout_after', 'unknown', 3],
    ['slow', 'done', 3],
  ] as const)('%s is told as %s', async (mode, outcome, counted) => {
    vendor.fault(mode, 1);
    expect(await tracking.record(hits)).toMatchObject({ outcome });
    expect(vendor.hits()).toHaveLength(counted);
  });

  test('whom it does not know, and where nobody listens, may send again; what it does not take is not sent again', async () => {
    expect(await open({ token: 'another' }).record(hits)).toMatchObject({ outcome: 'later' });
    const gone = await startMatomo({ host: '127.0.0.1', port: 0, ...keys });
    await gone.close();
    expect(await open({}, gone.address).record(hits)).toMatchObject({ outcome: 'later' });
    expect(await open({ site: 4 }).record(hits)).toMatchObject({ outcome: 'refused' });
  });
});
