import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/app.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly 'x-codes'?: readonly string[]; readonly content?: Readonly<Record<string, unknown>> }>
  >;
}

interface BodySchema {
  readonly properties: Readonly<Record<string, { readonly type?: string; readonly const?: string }>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly BodySchema[];
}

let app: TestApp;
let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
let operations: readonly { readonly path: string; readonly method: string; readonly operation: Operation }[];
/** The areas' calls, without what answers beside them. */
let calls: typeof operations;

beforeAll(async () => {
  app = await openTestApp();
  document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as typeof document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  calls = operations.filter(({ operation }) => operation.responses['500'] !== undefined);
});
afterAll(() => app.close());

test('the document is OpenAPI 3.1, to the letter of its schema', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('what the server answers stands in the document, and nothing else does', () => {
  const routes = routesOf(app.opened.fastify.printRoutes({ commonPrefix: false }));
  // Some paths of the documents end with a slash; the server answers with and without.
  const told = operations.map(({ path, method }) => `${method.toUpperCase()} ${path.replace(/\/$/, '')}`);
  // Absolute paths answer under /api/js too, as the introduction says.
  const untold = routes.filter((route) => !told.includes(route) && !told.includes(route.replace(' /api/js/', ' /')));
  expect(untold.sort()).toEqual(besideTheDocument);
  expect(told.filter((operation) => !routes.includes(operation))).toEqual([]);
});

/** Fastify's tree of routes: each line goes on from the one above it that stands one step to its left. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    above[depth] = (above[depth - 1] ?? '') + part;
    const path = above[depth].replaceAll(/:(\w+)/g, '{$1}').replace(/\/$/, '');
    return methods.split(', ').flatMap((method) => (['', 'HEAD'].includes(method) ? [] : [`${method} ${path}`]));
  });
}

/** The document itself, what pages take, and what vendors send in their own formats. */
const besideTheDocument = [
  'GET /api/docs',
  'GET /api/docs.css',
  'GET /api/openapi.json',
  'GET /sandbox/assets/payment.css',
  'POST /api/webhooks/cards/cardissuer',
  'POST /api/webhooks/payments/cardissuer',
  'POST /api/webhooks/payments/netwallet',
  'POST /api/webhooks/payments/nowpayments',
  'POST /api/webhooks/payments/praxis',
  'POST /api/webhooks/payments/skrill',
  'POST /api/webhooks/verification/sumsub',
];

test('every call may fail by a fault of ours, and a path with a parameter may lead nowhere', async () => {
  expect(calls.length).toBeGreaterThan(50);
  expect(calls.filter(({ operation }) => !operation.responses['500']?.['x-codes']?.includes('internal_error'))).toEqual([]);
  const answer = await app.call({ method: 'GET', path: 'api/accounts/%' });
  const told = document.paths['/api/js/api/accounts/{number}']?.['get']?.responses[answer.httpStatus]?.['x-codes'];
  expect(told).toContain(answer.errors[0]?.code);
});

test('a payment is confirmed or saved, and each says what it requires', () => {
  const process = document.paths['/api/js/api/payments_process']?.['post'];
  const alternatives = process?.requestBody?.content['application/json']?.schema.oneOf ?? [];
  const required = alternatives.map(({ properties, required: fields }) => [properties['action']?.const, fields?.toSorted()]);
  expect(required).toEqual([
    ['confirm', ['account_number', 'action', 'amount', 'currency', 'pm_id', 'transfer_type']],
    ['confirm', ['account_number', 'action', 'amount', 'pm_id', 'transfer_type']],
    ['confirm', ['account_number', 'action', 'amount', 'target_account_number', 'transfer_type']],
    ['save', ['action', 'remittance_id']],
  ]);
});

test('the spreadsheet is told as the workbook that it is', async () => {
  const told = document.paths['/api/js/api/transfers-to-excel']?.['get']?.responses['200']?.content ?? {};
  const { cookie } = await app.signIn('global.active');
  const answer = await fetch(`${app.url}/api/js/api/transfers-to-excel`, { headers: { cookie } });
  expect([answer.status, Object.keys(told)]).toEqual([200, [answer.headers.get('content-type')]]);
  await answer.body?.cancel();
});

test('every call has a name of its own', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
});

test('a call of the desk is told with its right and the desk’s own session, and no client’s call is', () => {
  const ofDesk = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation, isDesk: path.startsWith('/api/desk/') })),
  );
  const faults = ofDesk.filter(({ operation, isDesk }) => {
    const asksDesk = operation.security?.some((each) => 'desk' in each) ?? false;
    const asksClient = operation.security?.some((each) => 'session' in each) ?? false;
    const hasRight = operation.responses['403']?.['x-codes']?.includes('not_your_right') ?? false;
    return asksDesk ? !isDesk || asksClient || !hasRight : hasRight || (isDesk && asksClient);
  });
  expect(ofDesk.filter(({ isDesk }) => isDesk).length).toBeGreaterThan(25);
  expect(faults.map(({ path }) => path)).toEqual([]);
});

test('a write that asks for the token says so, and takes it as a bearer token or in its body', () => {
  const asking = operations.filter(({ operation }) => operation.responses['403']?.['x-codes']?.includes('invalid_auth_token'));
  const silent = asking.filter(({ method, operation }) => {
    // As JSON, or as a form with a file.
    const [{ schema } = {}] = Object.values(operation.requestBody?.content ?? {});
    const takesBearer = operation.security.some((each) => ('session' in each || 'desk' in each) && 'token' in each);
    const takesField = (schema?.oneOf ?? [schema]).every(
      (each) => each?.properties['token']?.type === 'string' && !(each.required ?? []).includes('token'),
    );
    return method === 'get' || !takesBearer || !takesField;
  });
  expect(asking.length).toBeGreaterThan(5);
  expect(silent.map(({ operation }) => operation.operationId)).toEqual([]);
});

test('every call takes the language and the hit, and every write that keeps its answer the key', () => {
  const lacking = calls.filter(({ method, operation }) => {
    const names = new Set(operation.parameters.map((parameter) => parameter.name));
    const keeps = method !== 'get' && operation.responses['409']?.['x-codes']?.includes('idempotency_key_reused') === true;
    return !names.has('lang') || !names.has('hit') || names.has('Idempotency-Key') !== keeps;
  });
  expect(lacking.map(({ operation }) => operation.operationId)).toEqual([]);
});
