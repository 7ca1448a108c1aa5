import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../src/server/testing/app.ts';
import { openProgram, type Answer, type Program, type Visitor } from './outside/program.ts';

/* Every field of every call that the OpenAPI document names gets what it should not: the answers are those of the document. */

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Schema {
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}
interface Place {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly field: string;
  readonly type: string | undefined;
}

let app: TestApp;
let program: Program;
let visitor: Visitor;
/** A retail client of the EU, who alone is asked the appropriateness test. */
let retail: Visitor;
/** Of the staff's desk, whose calls know no client's session. */
let member: Visitor;
/** For the longest form: a client has only so many calls a minute. */
let investor: Visitor;
let bodies: Place[];
let queries: Place[];

beforeAll(async () => {
  app = await openTestApp();
  program = await openProgram(app.url);
  // Who may call everything, gold among it.
  visitor = await program.signIn('in.gold@atrium.test');
  retail = await program.signIn('eu.active@atrium.test');
  investor = await program.signIn('global.active@atrium.test');
  member = { ...(await app.signInStaff('admin')), clientId: 0 };
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(document.paths)
    // Helpers of the sandbox move its clock and its faults; signing out would end the visitor's session.
    .filter(([path]) => path.startsWith('/api/') && !path.endsWith('/stream') && !path.endsWith('/logout'))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })));
  const at = (one: { method: string; path: string }) => ({
    method: one.method.toUpperCase() as Place['method'],
    path: one.path.replaceAll(/\{\w+\}/g, '1'),
  });
  bodies = operations.flatMap((one) => bodyFields(one.operation).map(([field, { type }]) => ({ ...at(one), field, type })));
  queries = operations.flatMap((one) =>
    (one.operation.parameters ?? [])
      .filter(({ name, in: where }) => where === 'query' && name !== 'lang' && name !== 'hit')
      .map(({ name: field }) => ({ ...at(one), field, type: undefined })),
  );
});
afterAll(() => app.close());

/** Without the token, which no call takes as an input of its own. */
function bodyFields({ requestBody }: Operation): (readonly [string, { readonly type?: string }])[] {
  const schema = requestBody?.content['application/json']?.schema;
  const fields = (schema?.oneOf ?? (schema ? [schema] : [])).flatMap(({ properties = {} }) => Object.entries(properties));
  return [...new Map(fields)].filter(([name]) => name !== 'token');
}

const send = async ({ method, path, field }: Place, value: unknown): Promise<Answer> => {
  // Nobody asks so often.
  await app.owner.sql.run('delete from rate_window');
  return program.ask({ method, path, body: { [field]: value }, as: callerOf(path) });
};
const ask = ({ method, path }: Place, query: string): Promise<Answer> =>
  program.ask({ method, path: `${path}?${query}`, ...(method === 'GET' ? {} : { body: {} }), as: callerOf(path) });
const callerOf = (path: string): Visitor => {
  if (path.startsWith('/api/desk/')) return member;
  if (path.endsWith('/investor-questionnaire')) return investor;
  return path.endsWith('/direct/questionnaire') ? retail : visitor;
};

/** "POST /api/x field: 404 no_such_thing on other", where it is not refused at this very field. */
function notRefusedThere({ method, path, field }: Place, { status, errors }: Answer): string[] {
  const [error] = errors;
  const named = Object.keys(error?.validation_messages ?? {});
  const isThere = named.some((name) => name === field || name.startsWith(`${field}.`));
  if (status === 422 && error?.code === 'validation_failed' && isThere) return [];
  return [`${method} ${path} ${field}: ${status} ${error?.code} on ${named.join(', ')}`];
}

/** The value of a setting may be anything; what the form of a move told is one value under that name too (document 1 §7). */
const takesObjects = new Set(['/api/desk/settings value', '/api/js/api/direct/forextime/clients/migrate client']);

test.for([[{ a: 1 }], [[[1]]]])('%j is taken for no single value', async ([value]) => {
  const found: string[] = [];
  for (const place of bodies.filter(({ path, field }) => !takesObjects.has(`${path} ${field}`)))
    found.push(...notRefusedThere(place, await send(place, value)));
  expect(bodies.length).toBeGreaterThan(40);
  expect(found).toEqual([]);
});

test('a parameter that comes twice is taken for none of both', async () => {
  const found: string[] = [];
  for (const place of queries) found.push(...notRefusedThere(place, await ask(place, `${place.field}=1&${place.field}=2`)));
  expect(queries.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});

const hostile: readonly (readonly [name: string, value: unknown])[] = [
  ['what is much too long', 'x'.repeat(5000)],
  ['too much', 1e300],
  ['less than nothing', -1],
  ['half a character', '\ud800'],
  ['a zero byte', '\0'],
  ['nothing', null],
  ['an empty text', ''],
  ['no text', true],
];

test.for(hostile)('%s in a body is never a fault of ours', async ([, value]) => {
  const found: string[] = [];
  for (const place of bodies) found.push(...faultOf(place, (await send(place, value)).status));
  expect(found).toEqual([]);
});

test.for([
  ['what is much too long', 'x'.repeat(3000)],
  ['too much', '1e300'],
  ['less than nothing', '-1'],
  ['half a character', '%ED%A0%80'],
  ['a zero byte', '%00'],
  ['nothing', ''],
] as const)('%s in a query is never a fault of ours', async ([, value]) => {
  const found: string[] = [];
  for (const place of queries) {
    // A workbook where it is an envelope everywhere else, so nothing is held to the document here.
    const url = `${app.url}${place.path}?${place.field}=${value}`;
    found.push(...faultOf(place, (await fetch(url, { headers: { cookie: callerOf(place.path).cookie } })).status));
  }
  expect(found).toEqual([]);
});

function faultOf({ method, path, field }: Place, status: number): string[] {
  return status < 500 ? [] : [`${method} ${path} ${field}: ${status}`];
}
