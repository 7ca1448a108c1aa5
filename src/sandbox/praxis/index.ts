import { minuteMs } from '../../base/time.ts';
import { startProvider, type ProviderOptions, type ProviderSandbox } from '../provider.ts';
import { answer } from './answers.ts';
import { authentication, describe, type Merchant } from './messages.ts';
import { sendMessage, type Telling } from './delivery.ts';
import { decisionOn } from './payingOut.ts';

export type { Decision, DecisionTerms } from './deciding.ts';

export type PraxisOptions = ProviderOptions & Merchant;

/** The cashier of the sandbox. */
export async function startPraxis(options: PraxisOptions): Promise<ProviderSandbox> {
  return startProvider(options, {
    failure: { status: 500, body: '{"status":-1,"description":"Internal error"}' },
    answer: (store, request, isRefused) => answer({ ...options, isRefused }, store, request),
    methodOf: ({ method, bank }) => [method || 'Credit Card', bank].filter(Boolean).join(', '),
    // webhooks/notification: what was not acknowledged comes again in about five minutes.
    resendMs: 5 * minuteMs,
    send: (telling) => send(options, telling),
    decisionOn,
    reversesInPlace: true,
  });
}

async function send(options: PraxisOptions, { order, told, isForged }: Telling): Promise<boolean> {
  const { merchantId, applicationKey, merchantSecret } = options;
  const { objects, signed } = describe(order, told);
  const timestamp = Math.floor(options.clock.wall().getTime() / 1000);
  const body = {
    merchant_id: merchantId,
    application_key: applicationKey,
    conversion_rate: objects.transaction?.conversion_rate ?? null,
    ...objects,
    version: '1.3',
    timestamp,
  };
  const signature = authentication(
    [merchantId, applicationKey, timestamp, ...signed],
    isForged ? 'not the secret' : merchantSecret,
  );
  const headers = { 'content-type': 'application/json; charset=utf-8', 'Gt-Authentication': signature };
  return sendMessage(order.notificationUrl, { headers, body: JSON.stringify(body), isAccepted });
}

/** A status that is not negative, in a form that can be read. */
function isAccepted(text: string): boolean {
  const answer: unknown = JSON.parse(text);
  return typeof answer === 'object' && answer !== null && 'status' in answer && Number(answer.status) >= 0;
}
