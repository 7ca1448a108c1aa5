import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { defaultBrand, type Brand } from '../../law/brand.ts';
import { profileOfSite, regionProfileOf } from '../../law/regions/index.ts';
import { sites, type CompanyId, type Site } from '../../law/regions/profile.ts';
import { openFastify, requestLanguage } from './fastify.ts';
import { servePages, type PagesParts } from './pages.ts';
import type { LiveSession } from '../live/session.ts';
import { loadServerWords } from '../serve/words.ts';

let fastify: FastifyInstance;
let brand: Brand = defaultBrand;

beforeAll(async () => {
  fastify = await openPages();
});
afterAll(() => fastify.close());

async function openPages(more: Partial<Pick<PagesParts, 'captcha' | 'isSecure'>> = {}): Promise<FastifyInstance> {
  const server = await openFastify({
    log: pino({ level: 'silent' }),
    words: loadServerWords(),
    trustedProxies: [],
    isSecure: false,
    maxBodyBytes: () => 64 * 1024,
  });
  servePages(server, {
    documents: {
      read: async (name) => `<html lang="en"><head><title>Atrium</title></head><body>${name}</body></html>`,
      words: (language) => [`/assets/words-${language}.js`],
    },
    pages: [
      { path: '', title: 'nav.home' },
      { path: 'deposits', title: 'nav.deposit' },
    ],
    deskPages: [
      { path: '', title: 'desk.page.start' },
      { path: 'clients/{id:int}', title: 'desk.page.client' },
    ],
    brand: () => brand,
    language: (request, session) => requestLanguage(request, regionIn(request, session)),
    // The cookies of this test say the client's company and country.
    session: async (request) => sessionOf(request.cookies['company'], request.cookies['country']),
    region: regionIn,
    connectSources: [],
    isSecure: false,
    ...more,
  });
  await server.ready();
  return server;
}

function sessionOf(company: string | undefined, country = ''): LiveSession | undefined {
  if (company === undefined) return undefined;
  return { identity: { profile: { company: Number(company) as CompanyId, country } } } as unknown as LiveSession;
}

/** The host of this test says the site. */
const regionIn: PagesParts['region'] = (request, session) => {
  if (session) return regionProfileOf(session.identity.profile);
  const site = sites.find((one) => request.hostname === `${one}.broker.example`);
  return site && profileOfSite(site);
};

const ask = (url: string, company?: CompanyId, language?: string) =>
  fastify.inject({
    url,
    cookies: {
      ...(company === undefined ? {} : { company: String(company) }),
      ...(language === undefined ? {} : { myLanguage: language }),
    },
  });

test.each(['/en/nothing/here', '/deskwork', '/en/desk', '/assets.old', '/en/%ff', '/%', '/en/100%?x=%', '/%00'])(
  '%s is no page: a browser gets the 404 screen',
  async (url) => {
    const answer = await ask(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('entrance.html');
  },
);

test.each(['/en/nothing/here', '/en/accounts/abc', '/deskwork'])(
  '%s is no page for whoever is signed in either, and no reason to sign in',
  async (url) => {
    const answer = await ask(url, 3);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('index.html');
    expect(answer.body).toContain('data-unknown');
  },
);

test('the way back from a payment page stands outside of the shell, also for whoever is signed in', async () => {
  for (const company of [undefined, 3] as const) {
    const answer = await ask('/en/payments/payment_system/redirect?tid=7', company);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('entrance.html');
  }
});

test.each([
  ['/desk', 200],
  ['/desk?x=1', 200],
  ['/desk/clients/7', 200],
  ['/desk/clients/seven', 404],
  ['/desk/nothing', 404],
  ['/desk/en/deposits', 404],
])('%s is answered by the desk’s own document with %i, in English whatever the visitor reads', async (url, status) => {
  const answer = await ask(url, 3, 'ar');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('desk.html');
  expect(answer.body).toContain('<html lang="en" dir="ltr"');
  expect(answer.body.includes('data-unknown')).toBe(status === 404);
});

test('the desk’s addresses are written without a slash at their end, and its assets are no pages', async () => {
  const answer = await ask('/desk/clients/7/?x=1');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/desk/clients/7?x=1']);
  expect((await ask('/desk/assets/gone.js')).headers['content-type']).toContain('application/json');
});

test('a page is framed by nobody, runs only what was sent with it, and keeps browsers on https where it is served on it', async () => {
  const kept = async (server: FastifyInstance) => {
    const { headers } = await server.inject({ url: '/en' });
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
    expect(headers['content-security-policy']).not.toMatch(/unsafe-(inline|eval)/);
    return headers['strict-transport-security'];
  };
  const secure = await openPages({ isSecure: true });
  expect([await kept(fastify), await kept(secure)]).toEqual([undefined, 'max-age=31536000; includeSubDomains']);
  await secure.close();
});

/** What the document says for the foot of its pages. */
function footIn(html: string): unknown {
  const content = /<meta name="atrium-foot" content="([^"]*)"/.exec(html)?.[1];
  return content === undefined ? undefined : JSON.parse(content.replaceAll('&quot;', '"'));
}

test('a client whose company does not offer the language of the address is led to one that it offers, on the same page', async () => {
  const answer = await ask('/ar/deposits?amount=250', 1, 'ar');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/en/deposits?amount=250']);
});

test('a client of a company that offers the language stays, and so does whoever is not signed in', async () => {
  expect((await ask('/ar/deposits', 3)).statusCode).toBe(200);
  expect((await ask('/ar/deposits')).statusCode).toBe(200);
});

test('the languages of a country inside a company are the ones that its clients read in', async () => {
  const from = (country: string) => fastify.inject({ url: '/ar/deposits', cookies: { company: '3', country } });
  expect((await from('ZA')).statusCode).toBe(200);
  const answer = await from('CN');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/en/deposits']);
});

test('before anybody signs in the languages are those of the company whose site it is, else all that ship', async () => {
  const offeredOn = async (host: string) => {
    const answer = await fastify.inject({ url: '/en/login', headers: { host } });
    return /data-languages="([^"]*)"/.exec(answer.body)?.[1];
  };
  expect(await offeredOn('eu.broker.example')).toBe('en');
  expect(await offeredOn('uk.broker.example')).toBe('en zh');
  expect(await offeredOn('localhost')).toBe('en zh ar');
  const answer = await fastify.inject({ url: '/ar/login', headers: { host: 'eu.broker.example' } });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/en/login']);
});

test('a language of which no catalog ships is not shown in English under its own name', async () => {
  expect((await ask('/ko/login')).headers.location).toBe('/en/login');
  expect((await ask('/ko/deposits', 3)).headers.location).toBe('/en/deposits');
});

test('pages in the EU and the UK state the share of losing accounts: the firm’s own, or the standard range', async () => {
  brand = defaultBrand;
  expect(footIn((await ask('/en/deposits', 1)).body)).toMatchObject({ losing: { share: '74–89', isOwn: false } });
  brand = { ...brand, companies: { ...brand.companies, 4: { ...brand.companies[4], losingShare: '71.4' } } };
  expect(footIn((await ask('/en/deposits', 4)).body)).toEqual({
    legalLine: defaultBrand.companies[4].legalLine.en,
    losing: { share: '71.4', isOwn: true },
  });
});

test.each(['/en/login', '/en/deposits', '/en/error/500', '/en/nothing/here'])(
  'on the EU and the UK site also %s states it, before anybody signs in',
  async (url) => {
    brand = defaultBrand;
    const at = async (site: Site) => footIn((await fastify.inject({ url, headers: { host: `${site}.broker.example` } })).body);
    const { 1: eu, 4: uk } = defaultBrand.companies;
    expect(await at('eu')).toEqual({ legalLine: eu.legalLine.en, losing: { share: '74–89', isOwn: false } });
    expect(await at('uk')).toMatchObject({ legalLine: uk.legalLine.en, losing: { share: '74–89' } });
    expect(await at('global')).toBeUndefined();
  },
);

test('elsewhere the law wants no share, and before sign-in no company is known', async () => {
  const { legalLine } = defaultBrand.companies[3];
  expect(footIn((await ask('/en/deposits', 3)).body)).toEqual({ legalLine: legalLine.en, losing: null });
  expect(footIn((await ask('/ar/deposits', 3)).body)).toEqual({ legalLine: legalLine.ar, losing: null });
  expect(footIn((await ask('/en/deposits')).body)).toBeUndefined();
});

test('the first screen of a client is asked for together with the calls that it begins with, other pages are not', async () => {
  const home = (await ask('/en', 3)).body;
  expect(home).toContain('<link rel="preload" as="fetch" crossorigin href="/api/js/api/client_info?lang=en&amp;hit=1" />');
  expect(home).toContain('href="/api/js/api/dashboard?lang=en&amp;hit=1"');
  expect((await ask('/en/deposits', 3)).body).not.toContain('as="fetch"');
  expect((await ask('/en')).body).not.toContain('as="fetch"');
});

test.each([
  ['/ar', 3, 'ar'],
  ['/en/deposits', 3, 'en'],
  ['/zh/login', undefined, 'zh'],
] as const)('%s is asked for together with the words of its language', async (url, company, language) => {
  const { body, headers } = await ask(url, company);
  const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
  expect(nonce).toBeDefined();
  expect(body).toContain(`<link rel="modulepreload" crossorigin nonce="${nonce}" href="/assets/words-${language}.js" />`);
});

describe('a captcha with a vendor of its own', () => {
  const captcha = {
    script: 'https://static.geetest.com/static/js/gt.0.5.0.js',
    apiServer: 'api.geetest.com',
    sources: ['https://*.geetest.com'],
  };
  let guarded: FastifyInstance;
  beforeAll(async () => {
    guarded = await openPages({ captcha });
  });
  afterAll(() => guarded.close());

  const policyOf = async (server: FastifyInstance, url: string, company?: CompanyId) => {
    const answer = await server.inject({ url, cookies: company === undefined ? {} : { company: String(company) } });
    return { policy: String(answer.headers['content-security-policy']), html: answer.body };
  };

  test.each([
    ['the sign-in', '/en/login', undefined],
    ['the lock', '/en/login/lock', undefined],
    ['a page that asks to sign in', '/en/deposits', undefined],
    ['a page of the portal, which may be locked', '/en/deposits', 3],
  ] as const)('is let in on %s', async (_name, url, company) => {
    const { policy, html } = await policyOf(guarded, url, company);
    for (const part of ['script-src', 'style-src', 'img-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(String.raw`${part} [^;]*https://\*\.geetest\.com`));
    expect(policy).toMatch(/script-src [^;]*'strict-dynamic'/);
    expect(policy).not.toContain('unsafe');
    expect(html).toContain('<meta name="atrium-captcha" content="{&quot;script&quot;:&quot;https://static.geetest.com');
  });

  test.each([
    ['an error page', '/en/error/404'],
    ['a page that is none', '/en/nothing/here'],
  ])('stays out of %s', async (_name, url) => {
    const { policy, html } = await policyOf(guarded, url);
    expect(policy).not.toContain('geetest');
    expect(html).not.toContain('geetest');
  });

  test('stays out of everything when the captcha is the embedded one', async () => {
    const { policy, html } = await policyOf(fastify, '/en/login');
    expect(policy).toMatch(/script-src 'self' 'nonce-[^' ]+';/);
    expect(policy).not.toContain('geetest');
    expect(html).not.toContain('atrium-captcha');
  });
});
