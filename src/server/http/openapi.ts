import { z } from 'zod';
import { operationId, type CallSpec, type Contract } from '../../protocol/call.ts';
import { gateCodes } from '../../law/gates.ts';
import { clientInfo, envelopeError, notification } from '../../protocol/envelope.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import { protocolRefusals, type ProtocolRefusal } from '../../protocol/refusals.ts';
import { asksToken } from '../serve/caller.ts';

type Json = Readonly<Record<string, unknown>>;

/** Paths of an OpenAPI document, each with its operations by method. */
export type DocumentPaths = Readonly<Record<string, Readonly<Record<string, Json>>>>;

export interface DocumentFacts {
  readonly url: string;
  readonly title: string;
  readonly version: string;
  /** The session's cookie, and that of the desk. */
  readonly cookieName: string;
  readonly staffCookieName: string;
  /** What answers beside the areas' calls: the stream, health, the helpers of a sandbox. */
  readonly beside: DocumentPaths;
}

/** The machine-readable contract, OpenAPI 3.1, generated from the areas' contracts. */
export function openApiDocument(contracts: readonly Contract[], server: DocumentFacts): Json {
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
    tags: [...new Set([...contracts.map(({ area, operations = area }) => operations), ...tagsOf(server.beside)])].map((name) => ({
      name,
    })),
    paths: { ...paths, ...server.beside },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: server.cookieName, description: 'Set by POST /api/client/login.' },
        desk: {
          type: 'apiKey',
          in: 'cookie',
          name: server.staffCookieName,
          description: 'Of the staff’s desk alone; set by POST /api/desk/login.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: '`data.token` of the sign-in; with every write, here or as `token` in its body.',
        },
      },
      schemas: { Error: schemaOf(envelopeError), ClientInfo: schemaOf(clientInfo), Notification: schemaOf(notification) },
    },
  };
}

function tagsOf(paths: DocumentPaths): string[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each['tags'] as string[]));
}

const introduction = [
  'Every JSON call answers the envelope { success, data, errors, code }, with client_info, notifications and inbox_count when they changed.',
  'Amounts are decimal strings with the decimals of their currency; times are ISO 8601 UTC.',
  'Writes carry the token of the session and may carry an Idempotency-Key header: the same key and body give the first answer again. Signing in, signing out and answering a captcha pass it over: an answer that is kept would be a secret at rest.',
  'Paths with a leading slash in the documents are absolute and also answer under /api/js.',
].join('\n\n');

function operation(contract: Contract, name: string, spec: CallSpec): Json {
  const fields = spec.input.shape;
  const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const inQuery = spec.method === 'GET' ? Object.keys(fields).filter((field) => !inPath.includes(field)) : (spec.query ?? []);
  const inBody = Object.keys(fields).filter((field) => !inPath.includes(field) && !inQuery.includes(field));
  const writes = spec.method !== 'GET';
  return {
    operationId: operationId(contract, name),
    tags: [contract.operations ?? contract.area],
    summary: spec.summary,
    security: securityOf(spec),
    parameters: [
      ...inPath.map((field) => parameter(fields[field], { name: field, in: 'path', required: true })),
      ...inQuery.map((field) => parameter(fields[field], { name: field, in: 'query', required: isRequired(fields[field]) })),
      ...ofEveryCall,
      ...(writes && spec.keepsAnswer !== false ? [idempotencyKey] : []),
    ],
    ...bodyOf(spec, inBody),
    responses: responses(spec),
    ...(spec.gate ? { 'x-gate': spec.gate } : {}),
    ...(spec.right ? { 'x-right': spec.right } : {}),
    ...(spec.audits ? { 'x-audits': spec.audits } : {}),
    ...(spec.reads ? { 'x-reads': spec.reads } : {}),
    ...(spec.stale ? { 'x-stale': spec.stale } : {}),
  };
}

/** What every call takes beside its own input (document 2 §1, document 3 §9). */
const ofEveryCall: readonly Json[] = [
  {
    name: 'lang',
    in: 'query',
    required: false,
    schema: { type: 'string' },
    description: 'Language of the sentences in the answer.',
  },
  {
    name: 'hit',
    in: 'query',
    required: false,
    schema: { type: 'string' },
    description: 'Sent with the first call of a page that was just opened; changes nothing in the answer.',
  },
];

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  description:
    'The same key and body give the first answer again; the same key with another body gives 409. A 429 or 503 tells of the moment and is no such answer: the key may be sent again.',
};

/** Alternatives; an empty one is a caller without a session. */
function securityOf(spec: CallSpec): readonly Json[] {
  const cookie = spec.who === 'staff' ? { desk: [] } : { session: [] };
  const signedIn = asksToken(spec) ? { ...cookie, token: [] } : cookie;
  if (spec.who !== 'anyone') return [signedIn];
  return asksToken(spec) ? [{}, signedIn] : [];
}

const tokenField: Json = { type: 'string', description: 'The token of the session, for who does not send it as a bearer token.' };

/** The JSON body of a write: its fields, and the token where one is asked for. */
function bodyOf(spec: CallSpec, fields: readonly string[]): Json {
  const takesToken = asksToken(spec);
  if (spec.method === 'GET' || (fields.length === 0 && !takesToken)) return {};
  const withToken = (own: Json): Json =>
    takesToken ? { ...own, properties: { ...(own['properties'] as Json), token: tokenField } } : own;
  const schema = spec.inputs
    ? { oneOf: spec.inputs.map((alternative) => withToken(schemaOf(alternative, 'input'))) }
    : withToken(schemaOf(z.object(picked(spec.input.shape, fields)), 'input'));
  const required = fields.some((field) => isRequired(spec.input.shape[field]));
  const type = spec.takesFile ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required, content: { [type]: { schema } } } };
}

function responses(spec: CallSpec): Json {
  const refusals: Record<string, Set<string>> = {};
  const declare = (status: number, code: string): void => void (refusals[status] ??= new Set()).add(code);
  for (const [code, status] of Object.entries(spec.errors)) declare(status, code);
  for (const code of servesOwn(spec)) declare(protocolRefusals[code], code);
  if (spec.gate) for (const code of gateCodes) declare(gateErrors[code], code);
  const success =
    spec.answersFile === undefined
      ? { description: 'Done.', content: { 'application/json': { schema: envelopeOf(schemaOf(spec.output, 'output')) } } }
      : { description: 'A file.', content: { [spec.answersFile]: { schema: { type: 'string', format: 'binary' } } } };
  return {
    200: success,
    ...Object.fromEntries(Object.entries(refusals).map(([status, codes]) => [status, refusalAnswer([...codes])])),
    500: faultAnswer,
  };
}

/** The envelope of a refusal with one of these codes. */
export function refusalAnswer(codes: readonly string[]): Json {
  return {
    description: `errors[].code: ${codes.join(', ')}`,
    content: { 'application/json': { schema: envelopeOf({ type: 'object' }) } },
    'x-codes': codes,
  };
}

const faultAnswer: Json = {
  description: 'errors[].code: internal_error. A fault of the server, under the reference that its log has too.',
  content: {
    'application/json': {
      schema: envelopeOf({ type: 'object', required: ['reference'], properties: { reference: { type: 'string' } } }),
    },
  },
  'x-codes': ['internal_error'],
};

/** What serve itself may refuse such a call with, before its handler is asked. */
function servesOwn(spec: CallSpec): readonly ProtocolRefusal[] {
  const isWrite = spec.method !== 'GET';
  return [
    'validation_failed',
    'too_many_requests',
    'service_unavailable',
    // A path whose parameter cannot be read (`%`), or is longer than any name, leads to no call.
    ...(spec.path.includes('{') ? (['call_not_found'] as const) : []),
    ...(spec.who === 'anyone' ? [] : (['no_session'] as const)),
    ...(spec.who === 'staff' ? (['not_your_right'] as const) : []),
    ...(spec.takesFile ? (['no_file_selected', 'max_file_size', 'wrong_file_type', 'upload_incomplete'] as const) : []),
    ...(isWrite ? (['bad_json', 'body_too_large', 'unsupported_media_type'] as const) : []),
    ...(asksToken(spec) ? (['invalid_auth_token'] as const) : []),
    ...(isWrite && spec.keepsAnswer !== false
      ? (['idempotency_key_invalid', 'idempotency_key_reused', 'request_in_progress'] as const)
      : []),
  ];
}

export function envelopeOf(data: Json): Json {
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

/** Of an input whose fields are also held to each other, which the document cannot say, only the fields. */
function picked(shape: z.ZodRawShape, fields: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).filter(([field]) => fields.includes(field)));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest;
}
