import { z } from 'zod';
import type { CallSpec, Contract } from '../wire/call.ts';
import { gateCodes } from '../law/gates.ts';
import { clientInfo, envelopeError, notification } from '../wire/envelope.ts';
import { wireRefusals, type WireRefusal } from '../wire/refusals.ts';

type Json = Readonly<Record<string, unknown>>;

/** The machine-readable contract, OpenAPI 3.1, generated from the areas' contracts. */
export function openApiDocument(contracts: readonly Contract[], server: { url: string; title: string; version: string }): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const contract of contracts) {
    for (const [name, spec] of Object.entries(contract.calls)) {
      const path = spec.path.startsWith('/') ? spec.path : `/api/js/${spec.path}`;
      const methods = (paths[path] ??= {});
      methods[spec.method.toLowerCase()] = operation(contract, name, spec);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: server.title, version: server.version, description: introduction },
    servers: [{ url: server.url }],
    tags: contracts.map((contract) => ({ name: contract.area })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'atrium_session', description: 'Set by POST /api/client/login.' },
        token: { type: 'http', scheme: 'bearer', description: '`data.token` of the sign-in; with every write.' },
      },
      schemas: { Error: schemaOf(envelopeError), ClientInfo: schemaOf(clientInfo), Notification: schemaOf(notification) },
    },
  };
}

const introduction = [
  'Every JSON call answers the envelope { success, data, errors, code }, with client_info, notifications and inbox_count when they changed.',
  'Amounts are decimal strings with the decimals of their currency; times are ISO 8601 UTC.',
  'Writes carry the token of the session and may carry an Idempotency-Key header: the same key and body give the first answer again.',
  'Paths with a leading slash in the documents are absolute and also answer under /api/js.',
].join('\n\n');

function operation(contract: Contract, name: string, spec: CallSpec): Json {
  const fields = spec.input.shape;
  const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const inQuery = spec.method === 'GET' ? Object.keys(fields).filter((field) => !inPath.includes(field)) : (spec.query ?? []);
  const inBody = Object.keys(fields).filter((field) => !inPath.includes(field) && !inQuery.includes(field));
  const writes = spec.method !== 'GET';
  return {
    operationId: `${contract.area}.${name}`,
    tags: [contract.area],
    summary: spec.summary,
    security: spec.who === 'anyone' ? [] : [writes && spec.needsToken !== false ? { session: [], token: [] } : { session: [] }],
    parameters: [
      ...inPath.map((field) => parameter(fields[field], { name: field, in: 'path', required: true })),
      ...inQuery.map((field) => parameter(fields[field], { name: field, in: 'query', required: isRequired(fields[field]) })),
      {
        name: 'lang',
        in: 'query',
        required: false,
        schema: { type: 'string' },
        description: 'Language of the sentences in the answer.',
      },
      ...(writes && spec.keepsAnswer !== false
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
        : []),
    ],
    ...(writes && inBody.length > 0
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(spec.input.pick(pickMask(inBody)), 'input') } },
          },
        }
      : {}),
    responses: responses(spec),
    ...(spec.gate ? { 'x-gate': spec.gate } : {}),
    ...(spec.stale ? { 'x-stale': spec.stale } : {}),
  };
}

function responses(spec: CallSpec): Json {
  const refusals: Record<string, Set<string>> = {};
  const declare = (status: number, code: string): void => void (refusals[status] ??= new Set()).add(code);
  for (const [code, status] of Object.entries(spec.errors)) declare(status, code);
  for (const code of servesOwn(spec)) declare(wireRefusals[code], code);
  if (spec.gate) for (const code of gateCodes) declare(403, code);
  const success =
    spec.answers === 'stream'
      ? { description: 'A file.', content: { 'application/octet-stream': {} } }
      : { description: 'Done.', content: { 'application/json': { schema: envelopeOf(schemaOf(spec.output, 'output')) } } };
  return {
    200: success,
    ...Object.fromEntries(
      Object.entries(refusals).map(([status, codes]) => [
        status,
        {
          description: `errors[].code: ${[...codes].join(', ')}`,
          content: { 'application/json': { schema: envelopeOf({ type: 'object' }) } },
          'x-codes': [...codes],
        },
      ]),
    ),
  };
}

/** What serve itself may refuse such a call with, before its handler is asked. */
function servesOwn(spec: CallSpec): readonly WireRefusal[] {
  const isWrite = spec.method !== 'GET';
  return [
    'validation_failed',
    'too_many_requests',
    'service_unavailable',
    ...(spec.who === 'client' ? (['no_session'] as const) : []),
    ...(isWrite ? (['bad_json', 'body_too_large', 'unsupported_media_type'] as const) : []),
    ...(isWrite && (spec.needsToken ?? spec.who === 'client') ? (['invalid_auth_token'] as const) : []),
    ...(isWrite && spec.keepsAnswer !== false
      ? (['idempotency_key_invalid', 'idempotency_key_reused', 'request_in_progress'] as const)
      : []),
  ];
}

function envelopeOf(data: Json): Json {
  return {
    type: 'object',
    required: ['success', 'data', 'errors', 'code'],
    properties: {
      success: { type: 'boolean' },
      data,
      errors: { type: 'array', items: { $ref: '#/components/schemas/Error' } },
      code: { type: 'integer' },
      client_info: { $ref: '#/components/schemas/ClientInfo' },
      notifications: { type: 'array', items: { $ref: '#/components/schemas/Notification' } },
      inbox_count: { type: 'integer' },
    },
  };
}

function parameter(schema: unknown, at: Json): Json {
  return { ...at, schema: schema instanceof z.ZodType ? schemaOf(schema, 'input') : { type: 'string' } };
}

function isRequired(schema: unknown): boolean {
  return schema instanceof z.ZodType && !schema.safeParse(undefined).success;
}

function pickMask(fields: readonly string[]): Record<string, true> {
  return Object.fromEntries(fields.map((field) => [field, true as const]));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest;
}
