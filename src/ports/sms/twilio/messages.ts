import { z } from 'zod';
import type { SmsRefusal } from '../port.ts';

/**
 * Twilio's REST API of 2010-04-01: POST /2010-04-01/Accounts/{AccountSid}/Messages.json (To, From, Body) and
 * /Calls.json (To, From, Twiml), form-encoded, with HTTP basic authentication by account and token
 * (twilio.com/docs/messaging/api/message-resource, twilio.com/docs/voice/api/call-resource, twilio.com/docs/iam/api).
 */
export const createdSchema = z.object({ sid: z.string().max(64) });

/** twilio.com/docs/usage/twilios-response: errors carry Twilio's own number, listed under twilio.com/docs/api/errors. */
export const errorSchema = z.object({ code: z.number().int().optional(), message: z.string().max(1000).optional() });

export const refusals: ReadonlyMap<number, SmsRefusal> = new Map([
  [13_223, 'bad_number'],
  [13_224, 'bad_number'],
  [21_211, 'bad_number'],
  [21_214, 'bad_number'],
  [21_217, 'bad_number'],
  [21_614, 'bad_number'],
  [21_215, 'country_not_served'],
  [21_408, 'country_not_served'],
  [21_610, 'unsubscribed'],
]);

/** What a call says, twice, with codes read digit by digit (twilio.com/docs/voice/twiml/say). */
export function spoken(text: string, locale: string): string {
  const words = text.replaceAll(/\d{4,}/g, (digits) => [...digits].join(' '));
  const full = new Intl.Locale(locale).maximize();
  return `<Response><Say language="${full.language}-${full.region ?? 'US'}" loop="2">${escapeXml(words)}</Say></Response>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
