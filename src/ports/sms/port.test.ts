import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startMailbox, type MailboxSandbox } from '../../sandbox/mailbox/index.ts';
import { openSms } from './index.ts';
import type { PhoneMessage, Sms } from './port.ts';
import { spoken } from './twilio/messages.ts';

interface PortBench {
  readonly sms: Sms;
  readonly post: MailboxSandbox;
  close(): Promise<void>;
}

const connectors = [{ name: 'twilio', raise: raiseTwilio }];

const message: PhoneMessage = { channel: 'sms', to: '+27821234567', text: 'Your code is 482913.', locale: 'en' };

describe.each(connectors)('the telephone gateway $name', ({ raise }) => {
  let stage: PortBench;
  beforeEach(async () => {
    stage = await raise();
  });
  afterEach(() => stage.close());

  test('a message whose line was cut leaves it open, and arrives', async () => {
    stage.post.failSms({ mode: 'late', seconds: 0.05 }, 1);
    expect(await stage.sms.send(message)).toMatchObject({ outcome: 'unknown' });
    await vi.waitUntil(async () => (await stage.post.outbox(message.to)).length === 1);
  });

  test('a short message arrives with its code', async () => {
    expect(await stage.sms.send(message)).toMatchObject({ outcome: 'sent' });
    expect(await stage.post.outbox('+27 82 123-4567')).toMatchObject([
      { channel: 'sms', to: message.to, subject: null, text: message.text, pin: '482913' },
    ]);
  });

  test('a call reads the code digit by digit', async () => {
    await stage.sms.send({ ...message, channel: 'voice', text: 'Terms & code: 482913' });
    expect(await stage.post.outbox(message.to)).toMatchObject([
      { channel: 'voice', text: 'Terms & code: 4 8 2 9 1 3', pin: '482913' },
    ]);
  });

  test('a number that is none is refused', async () => {
    expect(await stage.sms.send({ ...message, to: '12' })).toMatchObject({ outcome: 'refused', code: 'bad_number' });
  });

  test('a fault of the gateway and a time-out leave it open whether the message was taken', async () => {
    for (const mode of ['error', 'timeout_before'] as const) {
      stage.post.failSms(mode, 1);
      expect(await stage.sms.send(message)).toMatchObject({ outcome: 'unknown' });
      expect(await stage.post.outbox(message.to)).toHaveLength(0);
    }
    stage.post.failSms('timeout_after', 1);
    expect(await stage.sms.send(message)).toMatchObject({ outcome: 'unknown' });
    expect(await stage.post.outbox(message.to)).toHaveLength(1);
  });
});

test('what a call says cannot be taken for an instruction to the gateway', () => {
  expect(spoken('</Say><Dial>1</Dial>', 'ar')).toBe(
    '<Response><Say language="ar-EG" loop="2">&lt;/Say&gt;&lt;Dial&gt;1&lt;/Dial&gt;</Say></Response>',
  );
});

async function raiseTwilio(): Promise<PortBench> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-post-'));
  const instant = new Date('2026-03-02T09:00:00Z');
  const account = { accountSid: 'AC1', authToken: 'token' };
  const post = await startMailbox({
    ...account,
    dataFolder,
    host: '127.0.0.1',
    smtpPort: 0,
    gatewayPort: 0,
    smtpUser: 'atrium',
    smtpPassword: 'letters',
    clock: { now: () => instant, wall: () => instant },
    patience: { hangMs: 3000, slowMs: 10 },
  });
  const sms = openSms({ provider: 'twilio', address: post.gateway, ...account, from: '+15005550006', timeoutMs: 1500 });
  return {
    sms,
    post,
    close: async () => {
      await post.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
}
