import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

/** Why a helper does nothing. */
interface Denial {
  readonly status: 404 | 409 | 422;
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** What everything else comes in, too. */
export function envelope(data: object) {
  return { success: true, data, errors: [], code: 200 };
}

export function accept(reply: FastifyReply, data: object): FastifyReply {
  return reply.send(envelope(data));
}

export function refuse(reply: FastifyReply, denial: Denial): FastifyReply {
  const { status, code, message, field } = denial;
  const validation_messages = field === undefined ? {} : { [field]: { [code]: message } };
  const error = { code, errttl: 'Not possible', errmsg: message, validation_messages };
  return reply.code(status).send({ success: false, data: {}, errors: [error], code: status });
}

/** Input that does not fit, each broken rule on its field. */
export function invalid(reply: FastifyReply, trouble: z.ZodError): FastifyReply {
  const validation_messages: Record<string, Record<string, string>> = {};
  for (const issue of trouble.issues) {
    const field = issue.path.join('.') || 'body';
    validation_messages[field] = { ...validation_messages[field], [issue.code]: issue.message };
  }
  const error = { code: 'invalid_input', errttl: 'Check the input', errmsg: 'The input does not fit.', validation_messages };
  return reply.code(422).send({ success: false, data: {}, errors: [error], code: 422 });
}
