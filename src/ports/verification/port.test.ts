import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { after, hourMs, minuteMs } from '../../base/time.ts';
import { startSumsub, type SumsubSandbox } from '../../sandbox/sumsub/index.ts';
import { openVerification } from './index.ts';
import type { MessageHeaders, NewApplicant, Verification } from './port.ts';
import { instantOf, isSignedBy, requestSignature, phaseOf } from './sumsub/messages.ts';

interface Message {
  readonly raw: Buffer;
  readonly headers: MessageHeaders;
}

interface PortBench {
  readonly verification: Verification;
  readonly party: SumsubSandbox;
  /** Whoever has the vendor's address and another secret. */
  readonly stranger: Verification;
  /** What was told since the last time that it was asked for. */
  told(): Promise<Message[]>;
  /** Whether the portal takes messages. */
  listens(is: boolean): void;
  pass(ms: number): void;
  close(): Promise<void>;
}

const connectors = [{ name: 'sumsub', raise: raiseSumsub }];
const jane: NewApplicant = {
  reference: '100011',
  purpose: 'profile',
  typed: { firstName: 'Jane', lastName: 'Doe', birthDate: '1990-02-03', country: 'MYS' },
};

describe.each(connectors)('whoever looks at papers by $name', ({ raise }) => {
  let bench: PortBench;
  beforeEach(async () => {
    bench = await raise();
  });
  afterEach(() => bench.close());

  async function opened(asked: NewApplicant = jane): Promise<string> {
    const answer = await bench.verification.openApplicant(asked);
    if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
    return answer.applicant;
  }
  async function stateOf(applicant: string) {
    const answer = await bench.verification.lookUp(applicant);
    if (answer.outcome !== 'found') throw new Error(JSON.stringify(answer));
    return answer.state;
  }
  const readings = async () => (await bench.told()).map(({ raw, headers }) => bench.verification.readMessage(raw, headers));

  test('one name is one applicant, however often and however much at once it is asked for', async () => {
    const all = await Promise.all([opened(), opened(), opened()]);
    expect(new Set([...all, await opened()]).size).toBe(1);
    expect(await opened({ ...jane, reference: '100012' })).not.toBe(all[0]);
    expect(await stateOf(all[0] ?? '')).toMatchObject({ phase: 'open', reference: '100011', read: null, labels: [] });
    expect(await bench.verification.lookUp('nobody')).toEqual({ outcome: 'absent' });
  });

  test('its page is opened with a token', async () => {
    const answer = await bench.verification.pageToken({ reference: '100011', purpose: 'profile', seconds: 600 });
    expect(answer).toMatchObject({ outcome: 'done', token: expect.stringMatching(/^.{20,}$/) });
    expect(bench.verification.pageOrigin).toMatch(/^https?:\/\/[^/]+$/);
  });

  test('papers are waited for, then looked at, then accepted, with what stands on them', async () => {
    const applicant = await opened();
    bench.party.decide('100011', { outcome: 'pending' });
    expect(await stateOf(applicant)).toMatchObject({ phase: 'pending', read: null });
    bench.party.decide('100011', { outcome: 'approved', read: { lastName: 'Roe' } });
    expect(await stateOf(applicant)).toMatchObject({
      phase: 'accepted',
      read: { firstName: 'Jane', lastName: 'Roe', birthDate: '1990-02-03', number: expect.any(String), validUntil: '2035-04-30' },
    });
  });

  test('a rejection says by labels why, to the client in words, and whether there is another try', async () => {
    const applicant = await opened();
    bench.party.decide('100011', { outcome: 'rejected', labels: ['LOW_QUALITY'], comment: 'Too dark.' });
    expect(await stateOf(applicant)).toMatchObject({
      phase: 'retry',
      labels: ['LOW_QUALITY'],
      comment: 'Too dark.',
      staffComment: expect.stringContaining('LOW_QUALITY'),
    });
    bench.party.decide('100011', { outcome: 'rejected', labels: ['FORGERY'] });
    expect(await stateOf(applicant)).toMatchObject({ phase: 'final', labels: ['FORGERY'] });
    // The last word counts, whichever it is.
    bench.party.decide('100011', { outcome: 'approved' });
    expect((await stateOf(applicant)).phase).toBe('accepted');
  });

  test('a card is handed over side by side and looked at once both are there, a passport by one', async () => {
    const { verification } = bench;
    const side = { country: 'MYS', fileName: 'a b.jpg', mediaType: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0x0d, 0x0a]) };
    const card = await opened({ ...jane, reference: '100011-scan-1', purpose: 'scan' });
    expect(await verification.addDocument({ ...side, applicant: card, type: 'identity_card', side: 'front' })).toEqual({
      outcome: 'done',
    });
    expect(await verification.submit(card)).toMatchObject({ outcome: 'refused' });
    await verification.addDocument({ ...side, applicant: card, type: 'identity_card', side: 'reverse' });
    expect(await verification.submit(card)).toEqual({ outcome: 'done' });
    expect(await verification.submit(card)).toEqual({ outcome: 'done' });
    expect((await stateOf(card)).phase).toBe('pending');
    const passport = await opened({ ...jane, reference: '100011-scan-2', purpose: 'scan' });
    await verification.addDocument({ ...side, applicant: passport, type: 'passport', side: 'front' });
    expect(await verification.submit(passport)).toEqual({ outcome: 'done' });
  });

  test('each change is told by a signed message', async () => {
    const applicant = await opened();
    bench.party.decide('100011', { outcome: 'pending' });
    bench.party.decide('100011', { outcome: 'approved' });
    const all = await readings();
    expect(all).toMatchObject(
      ['applicantCreated', 'applicantPending', 'applicantReviewed'].map((type) => ({
        verified: true,
        applicant,
        reference: '100011',
        type,
        at: expect.any(Date),
      })),
    );
  });

  test('a message that was changed, signed by somebody else or by nobody is not theirs', async () => {
    await opened();
    const [message] = await bench.told();
    if (!message) throw new Error('nothing was told');
    const { raw, headers } = message;
    const wrong = { verified: false, reason: 'wrong_signature' };
    expect(bench.verification.readMessage(Buffer.from(raw.toString().replace('100011', '100012')), headers)).toEqual(wrong);
    expect(bench.verification.readMessage(raw, {})).toEqual(wrong);
    for (const name of bench.verification.messageHeaders)
      expect(bench.verification.readMessage(raw, { ...headers, [name]: 'NONE' })).toEqual(wrong);
    expect(bench.stranger.readMessage(raw, headers)).toEqual(wrong);
  });

  test('messages come twice, late, out of order, or from somebody else first', async () => {
    const kinds = async () => (await readings()).map((each) => (each.verified ? each.type : each.reason));
    await opened();
    await kinds();
    bench.party.fault('duplicate', 1);
    bench.party.decide('100011', { outcome: 'approved' });
    expect(await kinds()).toEqual(['applicantReviewed', 'applicantReviewed']);
    bench.party.fault('delay', 1);
    bench.party.decide('100011', { outcome: 'approved' });
    expect(await kinds()).toEqual([]);
    bench.pass(minuteMs);
    expect(await kinds()).toEqual(['applicantReviewed']);
    bench.party.fault('forge', 1);
    bench.party.decide('100011', { outcome: 'rejected' });
    expect(await kinds()).toEqual(['wrong_signature', 'applicantReviewed']);
    bench.party.fault('reorder', 1);
    bench.party.decide('100011', { outcome: 'approved' });
    const [first, second] = await readings();
    if (!first?.verified || !second?.verified) throw new Error('they are theirs');
    expect([first.type, second.type]).toEqual(['applicantReviewed', 'applicantPending']);
    expect(second.at.getTime()).toBeLessThan(first.at.getTime());
  });

  test('a message that nobody took comes again after five minutes, one, five and eighteen hours, and then never', async () => {
    await opened();
    bench.listens(false);
    const waits = [0, 5 * minuteMs, hourMs, 5 * hourMs, 18 * hourMs, 48 * hourMs];
    const counts = [];
    for (const wait of waits) {
      bench.pass(wait);
      counts.push((await bench.told()).length);
    }
    expect(counts).toEqual([1, 1, 1, 1, 1, 0]);
  });

  test.each(['timeout_before', 'timeout_after', 'late', 'error', 'nonsense', 'nothing'] as const)(
    'a call that is struck by %s is not known, and asking again is safe',
    async (mode) => {
      bench.party.fault(mode, 1);
      expect(await bench.verification.openApplicant(jane)).toMatchObject({ outcome: 'unknown' });
      const applicant = await opened();
      bench.party.fault(mode, 1);
      expect(await bench.verification.lookUp(applicant)).toMatchObject({ outcome: 'unknown' });
      expect((await stateOf(applicant)).phase).toBe('open');
    },
  );

  test('whom the vendor does not know hears nothing of anybody', async () => {
    const applicant = await opened();
    expect(await bench.stranger.lookUp(applicant)).toMatchObject({ outcome: 'unknown' });
    expect(await bench.stranger.openApplicant(jane)).toMatchObject({ outcome: 'unknown' });
  });
});

test('requests are signed as the vendor publishes it', () => {
  const signed = { time: '1700000000', method: 'POST', path: '/resources/accessTokens/sdk', body: Buffer.from('{}') } as const;
  expect(requestSignature('secret', signed)).toBe('906cda8f9e8c170f5b96444a8eac3c5d091d78aff6154ad3ca12ef3c63c02ed6');
});

test.each([
  ['HMAC_SHA1_HEX', 'sha1'],
  ['HMAC_SHA256_HEX', 'sha256'],
  ['HMAC_SHA512_HEX', 'sha512'],
])('a message may be signed by %s', (algorithm, name) => {
  const raw = Buffer.from('{"applicantId":"1"}');
  const digest = createHmac(name, 'secret').update(raw).digest('hex');
  expect(isSignedBy('secret', raw, { digest, algorithm })).toBe(true);
  expect(isSignedBy('other', raw, { digest, algorithm })).toBe(false);
  expect(isSignedBy('secret', raw, { digest, algorithm: 'HMAC_MD5_HEX' })).toBe(false);
});

test.each([
  ['init', undefined, undefined, 'open'],
  ['pending', undefined, undefined, 'pending'],
  ['queued', undefined, undefined, 'pending'],
  ['onHold', 'GREEN', undefined, 'pending'],
  ['completed', 'GREEN', undefined, 'accepted'],
  ['completed', 'RED', 'RETRY', 'retry'],
  ['completed', 'RED', 'FINAL', 'final'],
  ['completed', 'YELLOW', undefined, 'pending'],
  ['completed', undefined, undefined, 'pending'],
  ['somethingNew', 'GREEN', undefined, 'pending'],
])('%s with %s %s is %s: no word that is not known is a success', (...[reviewStatus, reviewAnswer, reviewRejectType, phase]) => {
  expect(phaseOf({ reviewStatus, reviewResult: { reviewAnswer, reviewRejectType } })).toBe(phase);
});

test.each([
  ['2026-11-23 03:10:00+0000', '2026-11-23T03:10:00.000Z'],
  ['2026-11-23 03:10:00.123', '2026-11-23T03:10:00.123Z'],
  ['2026-11-23T03:10:00+02:00', '2026-11-23T01:10:00.000Z'],
  ['yesterday', undefined],
  [undefined, undefined],
])('the time %s is %s', (told, at) => {
  expect(instantOf(told)?.toISOString()).toBe(at);
});

async function raiseSumsub(): Promise<PortBench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-sumsub-'));
  let now = new Date('2026-11-23T09:00:00Z');
  const clock = { now: () => now, wall: () => new Date() };
  const messages: Message[] = [];
  let isListening = true;
  const portal = createServer((request, answer) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      messages.push({ raw: Buffer.concat(pieces), headers: request.headers });
      answer.writeHead(isListening ? 200 : 503).end();
    });
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const address = portal.address();
  if (address === null || typeof address === 'string') throw new Error('the portal has no port');
  const keys = {
    appToken: 'token',
    secret: 'secret of requests',
    webhookSecret: 'secret of messages',
    profileLevel: 'both',
    scanLevel: 'one',
  };
  const party = await startSumsub({
    ...keys,
    host: '127.0.0.1',
    port: 0,
    clock,
    dataFolder: folder,
    webhookAddress: () => `http://127.0.0.1:${address.port}/`,
    patience: { hangMs: 50, slowMs: 20 },
    pollMs: 0,
  });
  const settings = {
    ...keys,
    address: party.address,
    pageOrigin: party.address,
    levels: { profile: 'both', scan: 'one' },
    clock,
  };
  return {
    party,
    verification: openVerification({ provider: 'sumsub', ...settings }),
    stranger: openVerification({ provider: 'sumsub', ...settings, secret: 'another', webhookSecret: 'another' }),
    async told() {
      await party.deliverDue();
      return messages.splice(0);
    },
    listens: (is) => {
      isListening = is;
    },
    pass: (ms) => {
      now = after(now, ms);
    },
    async close() {
      await party.close();
      portal.closeAllConnections();
      await new Promise((resolve) => portal.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
