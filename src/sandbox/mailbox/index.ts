import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../base/time.ts';
import { openFaults, type Faults, type Planned } from '../faults.ts';
import { openLater, type Later } from '../later.ts';
import { listen, usualPatience, type Patience } from '../listener.ts';
import { answerGateway, gatewayFailure, type GatewayAccount } from './gateway.ts';
import { openOutbox, type Outbox, type MailboxMessage } from './outbox.ts';

export interface MailboxOptions extends GatewayAccount {
  readonly dataFolder: string;
  readonly host: string;
  /** 0 takes any free port. */
  readonly smtpPort: number;
  readonly gatewayPort: number;
  readonly smtpUser: string;
  readonly smtpPassword: string;
  readonly clock: Clock;
  readonly patience?: Patience;
}

export interface MailboxSandbox {
  readonly smtp: { readonly host: string; readonly port: number };
  /** Where the telephone gateway answers. */
  readonly gateway: string;
  /** What was sent to that address or number, or to everybody, newest first, at most a hundred. */
  outbox(to?: string): Promise<readonly MailboxMessage[]>;
  failMail(planned: Planned, count: number): void;
  failSms(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

const maxLetterBytes = 2 * 1024 * 1024;
const maxListed = 100;

/** The post of the sandbox: a mail server and a telephone gateway with one outbox. */
export async function startMailbox(options: MailboxOptions): Promise<MailboxSandbox> {
  const outbox = openOutbox(options.dataFolder);
  const mailFaults = openFaults();
  const smsFaults = openFaults();
  const patience = options.patience ?? usualPatience;
  const later = openLater();
  const mail = mailServer(options, { outbox, faults: mailFaults, later, patience });
  await new Promise<void>((resolve, reject) => {
    mail.once('error', reject);
    mail.listen(options.smtpPort, options.host, resolve);
  });
  // A peer that hangs up in the middle of a conversation is no fault of the server.
  mail.on('error', () => undefined);
  const bound = mail.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the mail server has no port');
  const gateway = await listen({
    host: options.host,
    port: options.gatewayPort,
    failure: gatewayFailure,
    fault: () => smsFaults.takeForCall(),
    handle: (request) =>
      answerGateway(options, request, (message) => outbox.add({ ...message, subject: null, sentAt: options.clock.now() })),
    patience,
  });
  return {
    smtp: { host: options.host, port: bound.port },
    gateway: gateway.address,
    outbox: (to) => outbox.list(to, maxListed),
    failMail: (planned, count) => mailFaults.set(planned, count),
    failSms: (planned, count) => smsFaults.set(planned, count),
    reset: () => {
      mailFaults.set('none', 0);
      smsFaults.set('none', 0);
      later.forget();
      gateway.forget();
      outbox.clear();
    },
    close: async () => {
      later.forget();
      await gateway.close();
      await new Promise<void>((resolve) => mail.close(resolve));
      outbox.close();
    },
  };
}

interface MailRoom {
  readonly outbox: Outbox;
  readonly faults: Faults;
  readonly later: Later;
  readonly patience: Patience;
}

function mailServer(options: MailboxOptions, room: MailRoom): SMTPServer {
  return new SMTPServer({
    // On the loopback and for the sandbox only: there is no certificate to show.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    size: maxLetterBytes,
    closeTimeout: 100,
    onAuth: (auth, _session, callback) => {
      const known = auth.username === options.smtpUser && auth.password === options.smtpPassword;
      if (known) callback(null, { user: options.smtpUser });
      else callback(new Error('Invalid user name or password'));
    },
    onRcptTo: (address, _session, callback) => {
      if (/^[^@\s]+@[^@\s]+$/.test(address.address)) callback();
      else callback(refusal(550, 'No such mailbox'));
    },
    onData: (stream, session, callback) => {
      takeLetter(options, room, { stream, session }).then(
        () => callback(null),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
}

interface Incoming {
  readonly stream: SMTPServerDataStream;
  readonly session: SMTPServerSession;
}

async function takeLetter(options: MailboxOptions, room: MailRoom, incoming: Incoming): Promise<void> {
  const struck = room.faults.takeForCall();
  const fault = struck?.mode;
  const raw = await readAll(incoming.stream);
  if (incoming.stream.sizeExceeded) throw refusal(552, 'Message too large');
  if (fault === 'error') throw refusal(451, 'Try again later');
  if (fault === 'timeout_before') return silence(room.patience);
  const deliver = (): void => {
    const sentAt = options.clock.now();
    for (const { address } of incoming.session.envelope.rcptTo) room.outbox.addLetter({ to: address, raw, sentAt });
  };
  if (struck?.mode === 'late') {
    room.later.after(struck.lateMs, deliver);
    return silence(room.patience);
  }
  deliver();
  if (fault === 'timeout_after') return silence(room.patience);
  if (fault === 'slow') await wait(room.patience.slowMs, undefined, { ref: false });
}

/** Says nothing for longer than the sender waits. */
async function silence(patience: Patience): Promise<void> {
  await wait(patience.hangMs, undefined, { ref: false });
  throw refusal(421, 'Closing the connection');
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= maxLetterBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
