import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { boundedText } from '../../../base/body.ts';
import type { Clock } from '../../../base/time.ts';
import { screeningRisks, type ScreenedAddress, type Screening, type ScreeningAnswer } from '../port.ts';

/**
 * Our own protocol (readings, 31): `POST /v1/address-screenings { network, address }` answers `{ id, network, address, risk }`. Both are
 * signed alike: `x-screening-signature = hex HMAC-SHA256(secret, x-screening-time + "." + the body's bytes)`, the time in seconds.
 */
export interface SignedScreeningSettings {
  readonly address: string;
  readonly key: string;
  readonly secret: string;
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

const maxAnswerBytes = 16 * 1024;

const answerSchema = z.object({
  id: z.string().min(1).max(100),
  network: z.string().max(40),
  address: z.string().max(200),
  // A word that we do not know is no verdict.
  risk: z.enum(screeningRisks),
});

export function openSignedScreening(settings: SignedScreeningSettings): Screening {
  return { screen: (asked) => screen(settings, asked) };
}

async function screen(settings: SignedScreeningSettings, { network, address }: ScreenedAddress): Promise<ScreeningAnswer> {
  const body = JSON.stringify({ network, address });
  const time = String(Math.floor(settings.clock.wall().getTime() / 1000));
  try {
    const response = await fetch(`${settings.address}/v1/address-screenings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-screening-key': settings.key,
        'x-screening-time': time,
        'x-screening-signature': signatureOf(settings.secret, time, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? 10_000),
    });
    const text = await boundedText(response.body, maxAnswerBytes);
    if (response.status !== 200) return unknown(`the screening was answered by ${response.status}`);
    const at = response.headers.get('x-screening-time') ?? '';
    if (!isSame(response.headers.get('x-screening-signature') ?? '', signatureOf(settings.secret, at, text)))
      return unknown('the verdict is not signed by the service');
    const read = answerSchema.safeParse(JSON.parse(text));
    if (!read.success) return unknown('the verdict came in an unknown form');
    if (read.data.address !== address || read.data.network !== network) return unknown('the verdict is about another address');
    return { outcome: 'done', risk: read.data.risk, reference: read.data.id };
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

function signatureOf(secret: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex');
}

/** Compared in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')];
  return one.length === other.length && timingSafeEqual(one, other);
}

function unknown(reason: string): ScreeningAnswer {
  return { outcome: 'unknown', reason };
}
