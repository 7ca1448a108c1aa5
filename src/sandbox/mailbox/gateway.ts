import { timingSafeEqual } from 'node:crypto';
import type { VendorAnswer, VendorRequest } from '../listener.ts';

/** What a caller of the gateway wants delivered. */
export interface GatewayMessage {
  readonly channel: 'sms' | 'voice';
  readonly to: string;
  readonly text: string;
}

export interface GatewayAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

/** What Twilio answers when it is out of order (twilio.com/docs/usage/twilios-response). */
export const gatewayFailure: VendorAnswer = {
  status: 503,
  body: '{"code":20503,"message":"Service unavailable","more_info":"https://www.twilio.com/docs/errors/20503","status":503}',
};

/**
 * The telephone gateway's side of Twilio's Messages and Calls, written from its documentation
 * (twilio.com/docs/messaging/api/message-resource, twilio.com/docs/voice/api/call-resource).
 * `take` keeps the message and answers its number.
 */
export function answerGateway(
  account: GatewayAccount,
  request: VendorRequest,
  take: (message: GatewayMessage) => string,
): VendorAnswer {
  const match = /^\/2010-04-01\/Accounts\/([^/]+)\/(Messages|Calls)\.json$/.exec(request.path);
  if (!match || request.method !== 'POST') return trouble(404, 20_404, 'The requested resource was not found');
  if (match[1] !== account.accountSid || !isAuthorised(account, request.headers.authorization))
    return trouble(401, 20_003, 'Authenticate');
  const form = new URLSearchParams(request.body.toString('utf8'));
  const to = form.get('To') ?? '';
  const isCall = match[2] === 'Calls';
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return trouble(400, 21_211, `The 'To' number ${to} is not a valid phone number`);
  if (!form.get('From')) return trouble(400, 21_603, "A 'From' phone number is required");
  const content = form.get(isCall ? 'Twiml' : 'Body') ?? '';
  if (content === '') return trouble(400, isCall ? 21_205 : 21_602, 'Message body is required');
  const number = take({ channel: isCall ? 'voice' : 'sms', to, text: isCall ? spokenText(content) : content });
  const sid = `${isCall ? 'CA' : 'SM'}${number.padStart(32, '0')}`;
  const body = { sid, account_sid: account.accountSid, to, from: form.get('From'), status: 'queued', api_version: '2010-04-01' };
  return { status: 201, body: JSON.stringify(body) };
}

function isAuthorised(account: GatewayAccount, header: string | undefined): boolean {
  const wanted = Buffer.from(`Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`);
  const given = Buffer.from(header ?? '');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** What a call would say: the text between the tags. */
function spokenText(twiml: string): string {
  return twiml
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function trouble(status: number, code: number, message: string): VendorAnswer {
  const more = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: JSON.stringify({ code, message, more_info: more, status }) };
}
