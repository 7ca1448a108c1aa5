import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startMailbox, type MailboxSandbox } from '../../sandbox/mailbox/index.ts';
import { openMail } from './index.ts';
import type { Letter, Mail } from './port.ts';

interface PortBench {
  readonly mail: Mail;
  readonly post: MailboxSandbox;
  close(): Promise<void>;
}

const connectors = [{ name: 'smtp', raise: raiseSmtp }];

const letter: Letter = {
  id: 'letter-7',
  to: 'Global.Active@atrium.test',
  subject: 'رمز التحقق · 验证码',
  text: 'Your code is 482913. It works for ten minutes. Amount: USD 1250.00, 2026-03-02.',
  html: '<p>Your code is <b>482913</b>.</p>',
  locale: 'ar',
};

/** The letter's headers as a mail server sees them, which is what every server on the way may keep. */
async function headersOf(sent: Letter): Promise<string[]> {
  const seen: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, callback) =>
      void text(stream).then((raw) => {
        seen.push(...(raw.split('\r\n\r\n')[0] ?? '').split(/\r\n(?!\s)/));
        callback(null);
      }),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mail = openMail({
    provider: 'smtp',
    host: '127.0.0.1',
    port,
    secure: false,
    requireTls: false,
    from: 'Atrium <a@atrium.test>',
  });
  expect(await mail.send(sent)).toMatchObject({ outcome: 'sent' });
  mail.close();
  await new Promise<void>((resolve) => server.close(resolve));
  return seen;
}

test('the code in a letter stands in no header, where every server on the way would keep it', async () => {
  const headers = await headersOf(letter);
  expect(headers.join()).not.toContain('482913');
  expect(headers.map((header) => header.split(':')[0]?.toLowerCase()).toSorted()).toEqual(
    [
      'from',
      'to',
      'subject',
      'message-id',
      'content-language',
      'auto-submitted',
      'date',
      'mime-version',
      'content-type',
    ].toSorted(),
  );
});

describe.each(connectors)('the mail provider $name', ({ raise }) => {
  let stage: PortBench;
  beforeEach(async () => {
    stage = await raise();
  });
  afterEach(() => stage.close());

  test('a letter arrives with its subject, its text and its code', async () => {
    expect(await stage.mail.send(letter)).toEqual({ outcome: 'sent', providerId: '<letter-7@atrium.test>' });
    const [arrived] = await stage.post.outbox('global.active@atrium.test');
    expect(arrived).toMatchObject({ channel: 'email', to: letter.to, subject: letter.subject, pin: '482913' });
    expect(arrived?.text.trim()).toBe(letter.text);
    expect(await stage.post.outbox('somebody.else@atrium.test')).toEqual([]);
  });

  test('the newest letter comes first', async () => {
    await stage.mail.send(letter);
    await stage.mail.send({ ...letter, id: 'letter-8', subject: 'Second' });
    expect((await stage.post.outbox(letter.to)).map((one) => one.subject)).toEqual(['Second', letter.subject]);
  });

  test('an address that no server takes is refused', async () => {
    expect(await stage.mail.send({ ...letter, to: 'nobody' })).toMatchObject({ outcome: 'refused', code: 'bad_recipient' });
  });

  test('a line break in an address does not become a header', async () => {
    const answer = await stage.mail.send({ ...letter, to: 'a@atrium.test\r\nBcc: b@atrium.test' });
    expect(answer).toMatchObject({ outcome: 'refused', code: 'bad_recipient' });
    expect(await stage.post.outbox()).toEqual([]);
  });

  test('a provider that is out of order is asked again later', async () => {
    stage.post.failMail('error', 1);
    expect(await stage.mail.send(letter)).toMatchObject({ outcome: 'later' });
    expect(await stage.mail.send(letter)).toMatchObject({ outcome: 'sent' });
  });

  test('a time-out leaves it open whether the letter was taken', async () => {
    stage.post.failMail('timeout_before', 1);
    expect(await stage.mail.send(letter)).toMatchObject({ outcome: 'unknown' });
    expect(await stage.post.outbox(letter.to)).toHaveLength(0);
    stage.post.failMail('timeout_after', 1);
    expect(await stage.mail.send(letter)).toMatchObject({ outcome: 'unknown' });
    expect(await stage.post.outbox(letter.to)).toHaveLength(1);
  });

  test('a letter that is taken late leaves it open, and arrives', async () => {
    stage.post.failMail({ mode: 'late', seconds: 0.05 }, 1);
    expect(await stage.mail.send(letter)).toMatchObject({ outcome: 'unknown' });
    await vi.waitUntil(async () => (await stage.post.outbox(letter.to)).length === 1);
  });

  test('a provider that is not there is asked again later', async () => {
    await stage.post.close();
    expect(await stage.mail.send(letter)).toMatchObject({ outcome: 'later' });
  });
});

async function raiseSmtp(): Promise<PortBench> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-post-'));
  const instant = new Date('2026-03-02T09:00:00Z');
  const post = await startMailbox({
    dataFolder,
    host: '127.0.0.1',
    smtpPort: 0,
    gatewayPort: 0,
    smtpUser: 'atrium',
    smtpPassword: 'letters',
    accountSid: 'AC1',
    authToken: 'token',
    clock: { now: () => instant, wall: () => instant },
    patience: { hangMs: 3000, slowMs: 10 },
  });
  const mail = openMail({
    provider: 'smtp',
    ...post.smtp,
    secure: false,
    requireTls: false,
    user: 'atrium',
    password: 'letters',
    from: 'Atrium <no-reply@atrium.test>',
    timeoutMs: 1500,
  });
  let isOpen = true;
  const closeMailbox = async (): Promise<void> => {
    if (isOpen) await post.close();
    isOpen = false;
  };
  return {
    mail,
    post: { ...post, close: closeMailbox },
    close: async () => {
      mail.close();
      await closeMailbox();
      rmSync(dataFolder, { recursive: true });
    },
  };
}
