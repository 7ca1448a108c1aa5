import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../base/time.ts';
import { startResearch, type ResearchSandbox } from '../../sandbox/research/index.ts';
import { openResearch } from './index.ts';
import { researchServices, type Research } from './port.ts';

const keys = { key: 'portal', secret: 'research secret' };
const wall = new Date('2026-03-02T09:00:00Z');
const clock: Clock = { now: () => wall, wall: () => wall };
const order = { service: 'research', subject: 'f00dfeed', language: 'en' } as const;

describe.each([{ name: 'signed' as const }])('whoever makes research over $name', ({ name }) => {
  let vendor: ResearchSandbox;
  let research: Research;
  beforeEach(async () => {
    vendor = await startResearch({ host: '127.0.0.1', port: 0, clock, ...keys, patience: { hangMs: 3000, slowMs: 20 } });
    research = openResearch({ provider: name, address: vendor.address, ...keys, clock, timeoutMs: 1500 });
  });
  afterEach(() => vendor.close());

  test.each(researchServices)('a page of %s opens once', async (service) => {
    const answer = await research.launch({ ...order, service });
    if (answer.outcome !== 'done') throw new Error(answer.reason);
    expect(research.pageHosts).toEqual([new URL(answer.url).host]);
    expect((await fetch(answer.url)).status).toBe(200);
    expect((await fetch(answer.url)).status).toBe(410);
  });

  test.each(['timeout_before', 'timeout_after', 'error', 'nonsense', 'nothing'] as const)(
    'a launch that is struck by %s opens nothing',
    async (mode) => {
      vendor.fault(mode, 1);
      expect(await research.launch(order)).toMatchObject({ outcome: 'unknown' });
      expect(await research.launch(order)).toMatchObject({ outcome: 'done' });
    },
  );

  test.each(['signature', 'old', 'nonce', 'subject', 'host', 'scheme', 'words'] as const)(
    'an answer whose %s is wrong opens nothing',
    async (about) => {
      vendor.lie(about);
      expect(await research.launch(order)).toMatchObject({ outcome: 'unknown' });
      expect(await research.launch(order)).toMatchObject({ outcome: 'done' });
    },
  );

  test('for whom the vendor does not know nothing opens', async () => {
    const stranger = openResearch({ provider: name, address: vendor.address, ...keys, secret: 'another', clock });
    expect(await stranger.launch(order)).toMatchObject({ outcome: 'unknown' });
  });
});
