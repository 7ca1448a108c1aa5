import { createTransport } from 'nodemailer';
import type { Letter, Mail, MailAnswer, MailCheck } from '../port.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (port 465). Otherwise STARTTLS is used, and demanded when `requireTls` is true. */
  readonly secure: boolean;
  readonly requireTls: boolean;
  readonly user?: string;
  readonly password?: string;
  /** "Atrium <no-reply@atrium.test>" */
  readonly from: string;
  /** How long one step of the conversation may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  /** At most so many connections at once. Four when left out. */
  readonly connections?: number;
}

/** Letters are made of our own templates: nothing in one may name a file or an address to be fetched. */
const closed = { disableFileAccess: true, disableUrlAccess: true } as const;

/** A mail server by SMTP (RFC 5321). */
export function openSmtp(settings: SmtpSettings): Mail {
  const timeoutMs = settings.timeoutMs ?? 10_000;
  const transport = createTransport({
    pool: true,
    maxConnections: settings.connections ?? 4,
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    requireTLS: settings.requireTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    ...(settings.user === undefined ? {} : { auth: { user: settings.user, pass: settings.password ?? '' } }),
    ...closed,
  });
  // Written whole beforehand, a letter leaves in one piece; nodemailer's own way is a write for each of its parts.
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...closed });
  return {
    send: async (letter) => {
      if (/[\r\n]/.test(letter.to)) return refused('bad_recipient', 'an address has no line breaks');
      try {
        const written = await writer.sendMail(message(settings, letter));
        await transport.sendMail({ envelope: written.envelope, raw: written.message });
        return { outcome: 'sent', providerId: written.messageId };
      } catch (error) {
        return judge(error);
      }
    },
    check: () =>
      transport.verify().then(
        () => ({ outcome: 'done' }) as const,
        (error: unknown) => judgeCheck(error),
      ),
    close: () => transport.close(),
  };
}

function message(settings: SmtpSettings, letter: Letter) {
  const domain = /@([^>\s]+)/.exec(settings.from)?.[1] ?? settings.host;
  return {
    from: settings.from,
    to: { name: '', address: letter.to },
    subject: letter.subject,
    text: letter.text,
    ...(letter.html === undefined ? {} : { html: letter.html }),
    messageId: `<${letter.id}@${domain}>`,
    headers: {
      'Content-Language': letter.locale,
      // RFC 3834: keeps out-of-office programs from answering.
      'Auto-Submitted': 'auto-generated',
    },
  };
}

/**
 * RFC 5321 §4.2.1: 5yz is final, 4yz asks to come again. Without a code the conversation broke off: surely before
 * the letter was taken when there was no connection at all, and perhaps after it otherwise.
 */
function judge(error: unknown): MailAnswer {
  const { responseCode, code, command, syscall, message: words } = describe(error);
  if (responseCode !== undefined && responseCode >= 500)
    return refused(command === 'RCPT TO' ? 'bad_recipient' : 'rejected_by_provider', words);
  if (responseCode !== undefined && responseCode >= 400) return { outcome: 'later', reason: words };
  if (code === 'EDNS' || code === 'EAUTH' || syscall === 'connect') return { outcome: 'later', reason: words };
  if (code === 'EENVELOPE') return refused('bad_recipient', words);
  return { outcome: 'unknown', reason: words };
}

function judgeCheck(error: unknown): MailCheck {
  const { responseCode, code, message: words } = describe(error);
  const isStranger = code === 'EAUTH' || (responseCode !== undefined && responseCode >= 500);
  return isStranger ? { outcome: 'refused', message: words } : { outcome: 'unknown', reason: words };
}

interface SmtpTrouble {
  readonly responseCode: number | undefined;
  readonly code: string | undefined;
  readonly command: string | undefined;
  /** The operating system's call that failed, if it was one. */
  readonly syscall: string | undefined;
  readonly message: string;
}

function describe(error: unknown): SmtpTrouble {
  const fields: Record<string, unknown> = error instanceof Error ? { ...error } : {};
  const message = error instanceof Error ? error.message : String(error);
  return {
    responseCode: typeof fields['responseCode'] === 'number' ? fields['responseCode'] : undefined,
    code: typeof fields['code'] === 'string' ? fields['code'] : undefined,
    command: typeof fields['command'] === 'string' ? fields['command'] : undefined,
    syscall: typeof fields['syscall'] === 'string' ? fields['syscall'] : undefined,
    message,
  };
}

function refused(code: 'bad_recipient' | 'rejected_by_provider', words: string): MailAnswer {
  return { outcome: 'refused', code, message: words };
}
