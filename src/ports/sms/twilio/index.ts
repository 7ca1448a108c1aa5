import { boundedText } from '../../../base/body.ts';
import type { PhoneMessage, Sms, SmsAnswer } from '../port.ts';
import { createdSchema, errorSchema, refusals, spoken } from './messages.ts';

export interface TwilioSettings {
  /** "https://api.twilio.com" */
  readonly address: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** The number or sender that messages and calls come from. */
  readonly from: string;
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
}

const maxAnswerBytes = 64 * 1024;

/** Twilio's messages and calls. */
export function openTwilio(settings: TwilioSettings): Sms {
  return { send: (message) => send(settings, message) };
}

async function send(settings: TwilioSettings, message: PhoneMessage): Promise<SmsAnswer> {
  const isCall = message.channel === 'voice';
  const form = new URLSearchParams({ To: message.to, From: settings.from });
  if (isCall) form.set('Twiml', spoken(message.text, message.locale));
  else form.set('Body', message.text);
  const path = `/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/${isCall ? 'Calls' : 'Messages'}.json`;
  try {
    const response = await fetch(new URL(path, settings.address), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`,
        accept: 'application/json',
      },
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? 10_000),
    });
    return judge(response.status, await json(response));
  } catch (error) {
    return { outcome: 'unknown', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

/** 429 asks to come again, a fault of the gateway leaves open whether it took the message, other refusals are final. */
function judge(status: number, body: unknown): SmsAnswer {
  if (status >= 200 && status < 300) {
    const created = createdSchema.safeParse(body);
    return created.success
      ? { outcome: 'sent', providerId: created.data.sid }
      : { outcome: 'unknown', reason: `HTTP ${status} without an id` };
  }
  const trouble = errorSchema.safeParse(body);
  const code = trouble.data?.code;
  const words = trouble.data?.message ?? `HTTP ${status}`;
  if (status === 429 || status === 401) return { outcome: 'later', reason: words };
  if (status >= 500) return { outcome: 'unknown', reason: words };
  return { outcome: 'refused', code: refusals.get(code ?? 0) ?? 'rejected_by_provider', message: words };
}

async function json(response: Response): Promise<unknown> {
  const text = await boundedText(response.body, maxAnswerBytes);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
