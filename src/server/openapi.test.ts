import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from './testing/house.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: BodySchema } } };
  readonly responses: Readonly<Record<string, { readonly 'x-codes'?: readonly string[] }>>;
}

interface BodySchema {
  readonly properties: Readonly<Record<string, { readonly type?: string }>>;
  readonly required?: readonly string[];
}

let house: TestHouse;
let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
let operations: readonly { readonly method: string; readonly operation: Operation }[];

beforeAll(async () => {
  house = await openTestHouse();
  document = (await (await fetch(`${house.url}/api/openapi.json`)).json()) as typeof document;
  operations = Object.values(document.paths).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ method, operation })),
  );
});
afterAll(() => house.close());

test('the document is OpenAPI 3.1, to the letter of its schema', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every call has a name of its own', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
});

test('a write that asks for the token says so, and takes it as a bearer token or in its body', () => {
  const asking = operations.filter(({ operation }) => operation.responses['403']?.['x-codes']?.includes('invalid_auth_token'));
  const silent = asking.filter(({ method, operation }) => {
    const schema = operation.requestBody?.content['application/json'].schema;
    const takesBearer = operation.security.some((each) => 'session' in each && 'token' in each);
    const takesField = schema?.properties['token']?.type === 'string' && !(schema.required ?? []).includes('token');
    return method === 'get' || !takesBearer || !takesField;
  });
  expect(asking.length).toBeGreaterThan(5);
  expect(silent.map(({ operation }) => operation.operationId)).toEqual([]);
});

test('every call takes the language and the hit, and every write that keeps its answer the key', () => {
  const lacking = operations.filter(({ method, operation }) => {
    const names = operation.parameters.map((parameter) => parameter.name);
    const keeps = method !== 'get' && operation.responses['409']?.['x-codes']?.includes('idempotency_key_reused') === true;
    return !names.includes('lang') || !names.includes('hit') || names.includes('Idempotency-Key') !== keeps;
  });
  expect(lacking.map(({ operation }) => operation.operationId)).toEqual([]);
});
