import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Envelope } from '../../src/protocol/envelope.ts';

/**
 * A program of somebody else's: it knows the pinned interfaces and the OpenAPI document, and nothing of the code. Every
 * answer that it gets is held to the document.
 */
export interface Program {
  /** Asks; a path without a leading slash lies under /api/js. Throws when the answer is not what the document declares. */
  ask(question: Question): Promise<Answer>;
  /** Signs in with e-mail or number. */
  signIn(id: string | number): Promise<Visitor>;
  /** How many answers were held to the document. */
  checked(): number;
}

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown;
  readonly as?: Visitor;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Visitor {
  readonly cookie: string;
  readonly token: string;
  readonly clientId: number;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects of the data by expecting it
export type Answer = Envelope<any> & { readonly status: number; readonly headers: Headers };

/** What the pinned interfaces give every seeded client. */
export const password = 'Sandbox2026!';

export async function openProgram(url: string): Promise<Program> {
  const held = holdToDocument((await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi);
  const ask = async (question: Question): Promise<Answer> => {
    const { method = 'GET', path, body, as, headers } = question;
    const target = path.startsWith('/') ? path : `/api/js/${path}`;
    const response = await fetch(url + target, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(as ? { cookie: as.cookie, authorization: `Bearer ${as.token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const envelope = JSON.parse(text) as Envelope<unknown>;
    held.check({ method, path: target, status: response.status, answer: envelope });
    return { ...envelope, status: response.status, headers: response.headers };
  };
  return {
    ask,
    checked: held.count,
    async signIn(id) {
      const answer = await ask({ method: 'POST', path: '/api/client/login', body: { id, password } });
      if (!answer.success) throw new Error(`${id} cannot sign in: ${JSON.stringify(answer.errors)}`);
      const cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0] ?? '')
        .join('; ');
      return { cookie, token: answer.data.token, clientId: answer.data.client_id };
    },
  };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Declared>>;
}

interface Declared {
  readonly 'x-codes'?: readonly string[];
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly answer: Envelope<unknown>;
}

function holdToDocument(document: OpenApi): { check(exchange: Exchange): void; count(): number } {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  const compiled = new Map<string, ValidateFunction>();
  const known = new Map<Declared, ValidateFunction>();
  let checked = 0;
  /** Nearly all refusals are declared alike: what is written the same is compiled once. */
  const compile = (pointer: string, { content }: Declared): ValidateFunction => {
    const written = JSON.stringify(content?.['application/json']) ?? pointer;
    const validate = compiled.get(written) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(written, validate);
    return validate;
  };
  const templateOf = templatesOf(document);
  const fail = ({ method, path, status }: Exchange, why: string): never => {
    throw new Error(`${method} ${path} answered ${status}, and ${why}`);
  };
  return {
    count: () => checked,
    check(exchange) {
      const { method, path, status, answer } = exchange;
      if (path.startsWith('/sandbox/')) return;
      if (answer.code !== status) fail(exchange, `its code says ${answer.code}`);
      const codes = answer.errors.map(({ code }) => code);
      const template = templateOf(path);
      const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
      if (template === undefined || !operation) {
        if (status !== 404) fail(exchange, 'the document does not know the call');
        return;
      }
      const declared = operation.responses[status];
      if (!declared) return void fail(exchange, `the document does not declare it: ${codes.join(', ')}`);
      const strange = codes.filter((code) => !(declared['x-codes'] ?? []).includes(code));
      if (strange.length > 0) fail(exchange, `the document does not declare ${strange.join(', ')} there`);
      const place = [template, method.toLowerCase(), 'responses', String(status), 'content', 'application/json', 'schema'];
      const validate = known.get(declared) ?? compile(`/paths/${place.map(escapePointer).join('/')}`, declared);
      known.set(declared, validate);
      if (!validate(answer)) fail(exchange, `is not what the document says: ${ajv.errorsText(validate.errors)}`);
      checked += 1;
    },
  };
}

/** Answers the document's path that one is an instance of; whole segments before placeholders. */
function templatesOf(document: OpenApi): (path: string) => string | undefined {
  const patterns = Object.keys(document.paths).map(
    (template) => [template, new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)] as const,
  );
  return (path) => {
    const [asked = ''] = path.split('?');
    // "Paths with a leading slash are absolute and also answer under /api/js."
    const absolute = asked.replace(/^\/api\/js(?=\/api\/client\/)/, '');
    const bare = absolute in document.paths ? absolute : asked;
    if (bare in document.paths) return bare;
    return patterns.find(([, pattern]) => pattern.test(bare))?.[0];
  };
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
