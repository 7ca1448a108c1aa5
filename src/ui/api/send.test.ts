import { afterEach, beforeEach, describe, expect, test, vi, type Mock } from 'vitest';
import { CallFailure } from './failure.ts';
import { openApi, writeRequest, type Asked } from './send.ts';
import { forgetToken, keepToken } from './token.ts';

const read: Asked = { method: 'GET', path: 'api/transfers/{tid}' };
const write: Asked = { method: 'POST', path: '/api/client-enquiries', query: ['topic'] };

beforeEach(() => vi.stubGlobal('location', new URL('http://portal.test/en/accounts')));
afterEach(() => {
  forgetToken();
  vi.unstubAllGlobals();
});

function envelope(status: number, body: object): Response {
  return new Response(JSON.stringify({ success: status < 400, data: {}, errors: [], code: status, ...body }), {
    status,
    headers: { 'x-request-id': 'r-1' },
  });
}

function answers(...responses: readonly (Response | Error)[]): Mock<(request: Request) => Promise<Response>> {
  const left = [...responses];
  const fetch = vi.fn<(request: Request) => Promise<Response>>(() => {
    const next = left.shift();
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next ?? new Error('one call too many'));
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('what is sent', () => {
  test('a read that nobody is there for says so, by whatever method it goes, and a write never does', async () => {
    const fetch = answers(envelope(200, {}), envelope(200, {}), envelope(200, {}), envelope(200, {}));
    let isAway = false;
    const told = vi.fn<() => void>();
    const api = openApi({ language: 'en', hand: { isAway: () => isAway, told } });
    await api.send(read, { tid: 7 });
    isAway = true;
    await api.send(read, { tid: 7 });
    await api.send({ method: 'POST', path: 'api/trading/watch', runs: 'read' }, {});
    await api.send(write, {});
    expect(fetch.mock.calls.map(([request]) => request.headers.get('x-background'))).toEqual([null, '1', '1', null]);
    expect(told).toHaveBeenCalledTimes(2);
  });

  test('a read carries its input in path and query, with the language, and the hit of a new page', () => {
    const request = writeRequest({
      spec: read,
      input: { tid: 7, from: undefined, page: 2 },
      language: 'ar',
      isHit: true,
      options: {},
    });
    expect(request.url).toBe('http://portal.test/api/js/api/transfers/7?lang=ar&hit=1&page=2');
    expect(request.headers.get('authorization')).toBeNull();
  });

  test('a write carries the token and its key, and an absolute path stays as it is', async () => {
    const request = writeRequest({
      token: 'secret',
      spec: write,
      input: { topic: 'x', text: 'Hello' },
      language: 'en',
      isHit: false,
      options: { key: 'k1' },
    });
    expect(request.url).toBe('http://portal.test/api/client-enquiries?lang=en&topic=x');
    expect(request.headers.get('authorization')).toBe('Bearer secret');
    expect(request.headers.get('idempotency-key')).toBe('k1');
    expect(await request.json()).toEqual({ text: 'Hello' });
  });
});

test('the desk’s writes carry the desk’s token, and none where it has none, whatever the portal’s session has', async () => {
  keepToken('the client’s');
  for (const [token, sent] of [
    ['staff', 'Bearer staff'],
    [undefined, null],
  ] as const) {
    const asked = answers(envelope(200, {}));
    await openApi({ language: 'en', token: () => token }).send(write, { topic: 'x', text: 'Hello' });
    expect(asked.mock.calls[0]?.[0].headers.get('authorization')).toBe(sent);
  }
});

describe('what comes back', () => {
  const api = openApi({ language: 'en' });

  test('is the data of the envelope', async () => {
    answers(envelope(200, { data: { a: 1 } }));
    expect(await api.send(read, { tid: 1 })).toEqual({ a: 1 });
  });

  test('is a refusal with its code, its sentence and its fields', async () => {
    const error = {
      code: '20037',
      errttl: 'Too little',
      errmsg: 'Keep 10.00',
      validation_messages: { amount: { limit: 'Less' } },
    };
    answers(envelope(422, { errors: [error], data: { amount: '10.00' } }));
    const failure: unknown = await api.send(read, { tid: 1 }).catch((caught: unknown) => caught);
    expect(failure).toMatchObject({
      kind: 'refused',
      code: '20037',
      sentence: 'Keep 10.00',
      fields: { amount: 'Less' },
      data: { amount: '10.00' },
    });
  });

  test.each([
    [403, [], 'no-page'],
    [403, [{ code: 'invalid_auth_token', errttl: '', errmsg: '' }], 'refused'],
    [404, [], 'no-page'],
    [500, [], 'fault'],
  ] as const)('%i with errors %j is %s', async (status, errors, kind) => {
    answers(envelope(status, { errors }));
    await expect(api.send(read, { tid: 1 })).rejects.toMatchObject({ kind, reference: 'r-1' });
  });

  test('is a fault when it is no envelope, and offline when nothing comes', async () => {
    answers(new Response('<html>', { status: 502 }), new TypeError('failed'));
    await expect(api.send(read, { tid: 1 })).rejects.toMatchObject({ kind: 'fault', status: 502 });
    await expect(api.send(read, { tid: 1 })).rejects.toMatchObject({ kind: 'offline' });
  });
});

test('an answer that breaks off on its way is told as no answer, not as a fault of ours', async () => {
  const broken = new ReadableStream({ start: (control) => control.error(new TypeError('network error')) });
  answers(new Response(broken, { status: 200 }));
  await expect(openApi({ language: 'en' }).send(read, { tid: 1 })).rejects.toMatchObject({ kind: 'offline' });
});

describe('a 401', () => {
  test('shuts the page, and the call is repeated once the client is back, with the new token', async () => {
    keepToken('old');
    const fetch = answers(envelope(401, {}), envelope(200, { data: 'done' }));
    const api = openApi({ language: 'en', unlock: () => Promise.resolve(keepToken('new')) });
    expect(await api.send(write, { text: 'typed' }, { key: 'k' })).toBe('done');
    const [first, second] = fetch.mock.calls.map(([request]) => request.headers);
    expect([first?.get('authorization'), second?.get('authorization')]).toEqual(['Bearer old', 'Bearer new']);
    expect(second?.get('idempotency-key')).toBe('k');
  });

  test('of the sign-in itself is its answer', async () => {
    answers(envelope(401, { errors: [{ code: 'wrongCredentials', errttl: '', errmsg: 'No' }] }));
    const api = openApi({ language: 'en', unlock: () => Promise.reject(new Error('must not be asked')) });
    await expect(api.send({ method: 'POST', path: '/api/client/login' }, {})).rejects.toBeInstanceOf(CallFailure);
  });
});

describe('what another service answers', () => {
  const elsewhere = { isElsewhere: true } as const;
  const untouched = () => {
    const told = vi.fn<(what: unknown) => void>();
    const unlock = () => Promise.reject(new Error('must not be asked'));
    return { told, api: openApi({ language: 'en', onEnvelope: told, onTime: told, onLine: told, unlock }) };
  };

  test('brings its data, and nothing of the client, the time or the live line', async () => {
    const answer = envelope(200, { data: 'theirs', client_info: { id: 1 }, notifications: [] });
    for (const [name, value] of [
      ['application-time', '2020-01-01T00:00:00Z'],
      ['live-line', '9-9'],
    ] as const)
      answer.headers.set(name, value);
    answers(answer, envelope(200, { data: 'ours' }));
    const { api, told } = untouched();
    expect(await api.send(read, { tid: 7 }, elsewhere)).toBe('theirs');
    expect(told).not.toHaveBeenCalled();
    expect(await api.send(read, { tid: 7 })).toBe('ours');
    expect(told).toHaveBeenCalledTimes(1);
  });

  const said = (errmsg: unknown) => [{ code: 'theirs', errttl: '', errmsg, validation_messages: {} }];
  test.each([
    [401, [], 'fault'],
    [403, [], 'fault'],
    [404, said('Gone'), 'fault'],
    [422, said({}), 'fault'],
    [401, said('Sign in there'), 'refused'],
    [422, said('No such symbol'), 'refused'],
  ])('with %i and %j shuts no page and is none that is not there: it is a %s', async (status, errors, kind) => {
    answers(envelope(status, { errors }));
    const { api, told } = untouched();
    await expect(api.send(read, { tid: 7 }, elsewhere)).rejects.toMatchObject({ kind, status, reference: 'r-1' });
    expect(told).not.toHaveBeenCalled();
  });
});
