import type { CardApplication, CardDesk, CardFound, CardMessage, CardRefused } from '../cards.ts';
import { maxReferenceLength, type NotificationHeaders } from '../port.ts';
import { ask, parsed, unknown, type SignedSettings } from '../signed/asking.ts';
import { refusalSchema } from '../signed/messages.ts';
import { isProven } from '../signed/orders.ts';
import { answerSchema, stateOf } from './messages.ts';

/** Applications and cards at the issuer: `/v1/applications`. */
export function openDesk(settings: SignedSettings): CardDesk {
  return {
    apply: (asked) => apply(settings, asked),
    lookUp: (reference) => lookUp(settings, reference),
    setBlocked: (reference, isBlocked) => setBlocked(settings, reference, isBlocked),
    readMessage: (raw, headers) => readMessage(settings, raw, headers),
    path: 'cardissuer',
  };
}

/** `POST /v1/applications`: 409 where the reference was another's, 422 where it will never be taken. */
async function apply(settings: SignedSettings, asked: CardApplication): Promise<CardFound | CardRefused> {
  const { reference, clientId, nameOnCard, currency, email, delivery, notificationUrl } = asked;
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  return change(settings, reference, {
    path: '/v1/applications',
    body: {
      reference,
      customer: { id: String(clientId), email },
      name_on_card: nameOnCard,
      currency,
      delivery,
      notification_url: notificationUrl,
    },
  });
}

/** `POST /v1/applications/<reference>/card` `{"blocked"}`: 422 where there is no card that could be. */
async function setBlocked(settings: SignedSettings, reference: string, isBlocked: boolean): Promise<CardFound | CardRefused> {
  return change(settings, reference, { path: `${pathOf(reference)}/card`, body: { blocked: isBlocked } });
}

async function change(
  settings: SignedSettings,
  reference: string,
  asked: { readonly path: string; readonly body: Readonly<Record<string, unknown>> },
): Promise<CardFound | CardRefused> {
  const answer = await ask(settings, asked);
  if (answer.outcome === 'unknown') return answer;
  if (answer.status === 409 || answer.status === 422) {
    const told = refusalSchema.safeParse(answer.body);
    return { outcome: 'refused', message: told.success ? told.data.error : 'no reason was given' };
  }
  return found(settings, reference, answer);
}

/** `GET /v1/applications/<reference>`: 404 where there is none. */
async function lookUp(settings: SignedSettings, reference: string): Promise<CardFound | { readonly outcome: 'absent' }> {
  const answer = await ask(settings, { path: pathOf(reference) });
  if (answer.outcome === 'unknown') return answer;
  return answer.status === 404 ? { outcome: 'absent' } : found(settings, reference, answer);
}

const pathOf = (reference: string): string => `/v1/applications/${encodeURIComponent(reference)}`;

function found(
  { merchant }: SignedSettings,
  reference: string,
  { status, body }: { readonly status: number; readonly body: unknown },
): CardFound {
  const told = status === 200 ? answerSchema.safeParse(body) : undefined;
  if (!told?.success) return unknown(`the application was answered by ${status}, or in an unknown form`);
  if (told.data.merchant !== merchant || told.data.application.reference !== reference)
    return unknown('another application was answered');
  return { outcome: 'found', state: stateOf(told.data.application) };
}

function readMessage(settings: SignedSettings, raw: Uint8Array, headers: NotificationHeaders): CardMessage {
  const text = Buffer.from(raw).toString('utf8');
  const told = answerSchema.safeParse(parsed(text));
  if (!told.success) return { verified: false, reason: 'malformed' };
  if (told.data.merchant !== settings.merchant) return { verified: false, reason: 'wrong_merchant' };
  if (!isProven(settings, text, headers)) return { verified: false, reason: 'wrong_signature' };
  return { verified: true, reference: told.data.application.reference };
}
