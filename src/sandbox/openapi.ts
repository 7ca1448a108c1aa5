import { z } from 'zod';
import {
  advance,
  bankTransfer,
  corporateAction,
  listChange,
  checkDecision,
  decision,
  fault,
  outboxQuery,
  pushChange,
} from './takes.ts';
import { sandboxLists } from './watchlists/index.ts';

type Json = Readonly<Record<string, unknown>>;

const tags = ['sandbox'];
const open = { tags, security: [] };
const reference = { name: 'reference', in: 'path', required: true, schema: { type: 'string' } };

/** The helpers as paths of an OpenAPI document: only the document of a sandbox has them. */
export const helperPaths: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  '/sandbox/outbox': { get: outbox() },
  '/sandbox/tracking': { get: tracking() },
  '/sandbox/push': { get: pushed(), post: push() },
  '/sandbox/payments/{reference}': { get: paymentPage(), post: decide() },
  '/sandbox/bank': { post: bank() },
  '/sandbox/corporate-actions': { post: corporateActions() },
  '/sandbox/watchlists/{list}': { post: watchlists() },
  '/sandbox/verification/{client_id}': { post: verification() },
  '/sandbox/clock': { post: clock() },
  '/sandbox/faults': { post: faults() },
  '/sandbox/reset': { post: reset() },
};

function outbox(): Json {
  const text = { type: 'string' };
  const message = {
    type: 'object',
    required: ['id', 'channel', 'to', 'subject', 'text', 'pin', 'sent_at'],
    properties: {
      id: text,
      channel: { enum: ['email', 'sms', 'voice'] },
      to: text,
      subject: { type: ['string', 'null'] },
      text,
      pin: { type: ['string', 'null'] },
      sent_at: { type: 'string', format: 'date-time' },
    },
  };
  const messages = { type: 'array', items: message };
  const sealed = envelope({ type: 'object', required: ['messages'], properties: { messages } });
  return {
    ...open,
    operationId: 'sandbox.outbox',
    summary: 'Mails, messages and calls that were sent, newest first; `messages` stands at the top and in `data`.',
    parameters: [
      {
        name: 'to',
        in: 'query',
        required: false,
        schema: schemaOf(outboxQuery.shape.to),
        description: 'An e-mail address or a telephone number.',
      },
    ],
    responses: {
      200: answers('What was sent.', { ...sealed, properties: { messages, ...sealed.properties } }),
      422: refuses(['invalid_input']),
    },
  };
}

function tracking(): Json {
  const text = { type: 'string' };
  const hit = {
    type: 'object',
    required: ['kind', 'name', 'visitor', 'at'],
    properties: {
      kind: { enum: ['page_view', 'event', 'goal'] },
      name: text,
      visitor: text,
      at: { type: 'string', format: 'date-time' },
    },
  };
  const hits = { type: 'array', items: hit };
  const sealed = envelope({ type: 'object', required: ['hits'], properties: { hits } });
  return {
    ...open,
    operationId: 'sandbox.tracking',
    parameters: [],
    summary: 'What was counted of clients who have agreed to it, newest first; `hits` stands at the top and in `data`.',
    responses: { 200: answers('What was counted.', { ...sealed, properties: { hits, ...sealed.properties } }) },
  };
}

function pushed(): Json {
  const text = { type: 'string' };
  const message = {
    type: 'object',
    required: ['endpoint', 'text', 'name', 'keep_seconds'],
    properties: { endpoint: text, text, name: { type: ['string', 'null'] }, keep_seconds: { type: 'integer' } },
  };
  const messages = { type: 'array', items: message };
  const sealed = envelope({ type: 'object', required: ['messages'], properties: { messages } });
  return {
    ...open,
    operationId: 'sandbox.pushed',
    parameters: [],
    summary: 'What browsers were pushed, as they read it, newest first; `messages` stands at the top and in `data`.',
    responses: { 200: answers('What was pushed.', { ...sealed, properties: { messages, ...sealed.properties } }) },
  };
}

function push(): Json {
  const text = { type: 'string' };
  const keys = { type: 'object', properties: { p256dh: text, auth: text } };
  return {
    ...open,
    operationId: 'sandbox.push',
    summary: 'A browser subscribes at the push service, or ends it there, so that it answers 410; the portal is told of neither.',
    parameters: [],
    requestBody: takes(pushChange),
    responses: {
      200: answers('Done.', envelope({ type: 'object', properties: { endpoint: text, keys } })),
      422: refuses(['invalid_input']),
    },
  };
}

function paymentPage(): Json {
  return {
    ...open,
    operationId: 'sandbox.paymentPage',
    summary: 'The hosted payment page: "Approve payment", "Decline payment", "Leave pending".',
    parameters: [reference],
    responses: {
      200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } },
      404: { description: 'There is no such payment.', content: { 'text/html': { schema: { type: 'string' } } } },
    },
  };
}

function decide(): Json {
  const data = { type: 'object', properties: { reference: { type: 'string' }, outcome: { type: 'string' } } };
  return {
    ...open,
    operationId: 'sandbox.decidePayment',
    summary: "Decides a payment without a browser; the provider's signed webhook follows.",
    description:
      'The first payment of an order is decided once, and one that was left pending later. Each call after that is a further transaction with a number of its own: another payment, a refund, a chargeback, one that was won back. `is_pending` begins a refund or a chargeback and does not finish it; `under_its_number` reverses the latest payout or payment of the cashier as a whole, or charges that payment back, without a further transaction.',
    parameters: [reference],
    requestBody: takes(decision),
    responses: {
      200: answers('Decided.', envelope(data)),
      404: refuses(['unknown_payment']),
      409: refuses(['nothing_to_take_back']),
      422: refuses(['invalid_input', 'bad_amount']),
    },
  };
}

function bank(): Json {
  const data = { type: 'object', properties: { entry: { type: 'string' } } };
  return {
    ...open,
    operationId: 'sandbox.bank',
    summary: 'Money arrives at an account of the broker, or is taken back; a statement (CAMT.053) tells of it.',
    description:
      '`fault` is what the bank does wrong with it: duplicate (it stands in the next statement once more), twice (its file is told of under two names), delay (a minute later), reorder (behind the one after it), forge (signed by somebody else the first time).',
    parameters: [],
    requestBody: takes(bankTransfer),
    responses: {
      200: answers('Booked; `entry` is the bank’s number of it.', envelope(data)),
      404: refuses(['unknown_account', 'unknown_transfer']),
      422: refuses(['invalid_input', 'bad_amount']),
    },
  };
}

function corporateActions(): Json {
  const data = { type: 'object', properties: { positions: { type: 'integer' } } };
  return {
    ...open,
    operationId: 'sandbox.corporateActions',
    summary: 'A company pays a dividend or splits its shares; the MetaTrader 5 server books it for every position.',
    description:
      'A dividend is a deal of its own (action 15) with one for its tax (17); who is short of the share pays it. A split takes each position out at its old price and brings it in at the new one (deals with the reason 18), and cancels the orders that wait.',
    parameters: [],
    requestBody: takes(corporateAction),
    responses: {
      200: answers('Booked; `positions` is how many it touched.', envelope(data)),
      422: refuses(['invalid_input', 'bad_action']),
    },
  };
}

function watchlists(): Json {
  const data = { type: 'object', properties: { list: { type: 'string' } } };
  return {
    ...open,
    operationId: 'sandbox.watchlists',
    summary: 'A publisher puts somebody on its list, changes the entry, drops it, or sends spoilt files for a while.',
    description:
      '`spoil` is what comes instead: half (cut off), cut (entries are missing), page (an HTML page with status 200), twice (an entry twice), empty (nobody), stale (it says that nothing has changed).',
    parameters: [{ name: 'list', in: 'path', required: true, schema: { type: 'string', enum: [...sandboxLists] } }],
    requestBody: takes(listChange),
    responses: {
      200: answers('From now on the list says so.', envelope(data)),
      404: refuses(['unknown_list']),
      422: refuses(['invalid_input']),
    },
  };
}

function verification(): Json {
  const data = {
    type: 'object',
    properties: { client_id: { type: 'integer' }, outcome: { type: 'string' }, applicant: { type: 'string' } },
  };
  return {
    ...open,
    operationId: 'sandbox.decideVerification',
    summary: "Decides an identity check; the vendor's signed webhook follows.",
    description:
      'The check that was submitted last; decided again it is another decision, and the last one counts. A rejection is final by its labels (FORGERY, SANCTIONS …), else the client may try again.',
    parameters: [{ name: 'client_id', in: 'path', required: true, schema: { type: 'integer' } }],
    requestBody: takes(checkDecision),
    responses: {
      200: answers('Decided; `applicant` is the vendor’s number of it.', envelope(data)),
      404: refuses(['unknown_client']),
      422: refuses(['invalid_input']),
    },
  };
}

function clock(): Json {
  const data = { type: 'object', properties: { now: { type: 'string', format: 'date-time' } } };
  return {
    ...open,
    operationId: 'sandbox.clock',
    summary: "Moves the application's clock forward; what is due then is done before the answer.",
    parameters: [],
    requestBody: takes(advance),
    responses: { 200: answers('The new time.', envelope(data)), 422: refuses(['invalid_input']) },
  };
}

function faults(): Json {
  return {
    ...open,
    operationId: 'sandbox.faults',
    summary: 'Makes an outside party fail.',
    description: [
      'Every party fails by timeout_before (no answer, and nothing happened), timeout_after (no answer, and it happened), late (the line is cut, and it happens `seconds` later, eight when left out), error and slow; payments and verification also by their webhooks: duplicate (twice), delay (late), reorder (out of order), forge (a wrong signature). "timeout" alone is timeout_before, "none" ends the fault.',
      'With a count so many calls go wrong: for trading those that act (balance, new account, order), for market those that tell prices and reference rates. Without one it lasts until "none", and trading is then out altogether: nothing can be read of it either.',
      'With an account only what acts on that trading account goes wrong, beside whatever else is set.',
      'A party that this sandbox does not ask (captcha, unless it is GeeTest) is refused.',
    ].join('\n\n'),
    parameters: [],
    requestBody: takes(fault),
    responses: {
      200: answers('Set.', envelope({ type: 'object' })),
      422: refuses(['invalid_input', 'target_not_available', 'mode_not_supported']),
    },
  };
}

function reset(): Json {
  return {
    ...open,
    operationId: 'sandbox.reset',
    summary: 'Back to the seeded state; sessions end.',
    parameters: [],
    responses: { 200: answers('Done.', envelope({ type: 'object' })) },
  };
}

function takes(schema: z.ZodType): Json {
  return { required: true, content: { 'application/json': { schema: schemaOf(schema) } } };
}

function answers(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

function refuses(codes: readonly string[]): Json {
  const told = `errors[].code: ${codes.join(', ')}`;
  return { ...answers(told, envelope({ type: 'object' })), 'x-codes': codes };
}

function envelope(data: Json) {
  return {
    type: 'object',
    required: ['success', 'data', 'errors', 'code'],
    properties: {
      success: { type: 'boolean' },
      data,
      errors: { type: 'array', items: { $ref: '#/components/schemas/Error' } },
      code: { type: 'integer' },
    },
  };
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  return rest;
}
