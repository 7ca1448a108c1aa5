import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { legalLineIn, standardLosingShare, type Brand } from '../../law/brand.ts';
import { languagesOffered } from '../../law/languageChoice.ts';
import { languages, languageKeys, type LanguageKey } from '../../law/languages.ts';
import type { RegionProfile } from '../../law/regions/profile.ts';
import type { CaptchaBrowser } from '../../ports/captcha/port.ts';
import type { DeskPageSpec, PageSpec } from '../../protocol/call.ts';
import {
  documentFor,
  entrancePages,
  fillDocument,
  mayAskCaptcha,
  savedPathCookie,
  type DocumentFoot,
} from '../../protocol/document.ts';
import { deskRoot, inLanguage, land, landAtDesk } from '../../protocol/paths.ts';
import type { LiveSession } from '../live/session.ts';

/** The portal, its entrance and the staff's desk. */
type DocumentName = 'index.html' | 'entrance.html' | 'desk.html';

/** Where the HTML documents come from: the build, or the hot-reloading bundlers of `npm run dev`. */
export interface Documents {
  read(name: DocumentName, url: string): Promise<string>;
  /** Addresses of the scripts that hold the first words of a language. */
  words(language: LanguageKey): readonly string[];
}

export interface PagesParts {
  readonly documents: Documents;
  readonly pages: readonly PageSpec[];
  readonly deskPages: readonly DeskPageSpec[];
  readonly brand: () => Brand;
  /** The language to answer in: one that the reader's region offers. */
  readonly language: (request: FastifyRequest, session: LiveSession | undefined) => LanguageKey;
  readonly session: (request: FastifyRequest) => Promise<LiveSession | undefined>;
  /** The region of the client, or of the company whose site a visitor came in by; undefined where neither is known. */
  readonly region: (request: FastifyRequest, session: LiveSession | undefined) => RegionProfile | undefined;
  /** Further sources that scripts may connect to (the bundler's socket in development). */
  readonly connectSources: readonly string[];
  /** The hosts of providers' pages that a frame may show. */
  readonly frameHosts?: readonly string[];
  /** The origins whose pages may use the camera in a frame, and are framed. */
  readonly cameraHosts?: readonly string[];
  /** What the captcha's vendor needs in browsers. */
  readonly captcha?: CaptchaBrowser | undefined;
  readonly isSecure: boolean;
}

const yearSeconds = 31_536_000;

/** Paths that belong to the server itself; a GET of anything else is a page or a 404 screen. */
const serverPaths = /^\/(api|sandbox|health|metrics|assets|desk\/assets)(\/|$)/;

/** Answers every page path with its document: 200 for a page, 404 for what is none, redirects as document 1 §2 says. */
export function servePages(fastify: FastifyInstance, parts: PagesParts): void {
  const known = [...entrancePages, ...parts.pages];
  fastify.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply.callNotFoundEnvelope(request);
    // Put behind a host, not resolved against one: '//elsewhere' is a path of ours.
    const url = URL.parse(`http://portal${request.url}`) ?? new URL('http://portal/');
    if (serverPaths.test(url.pathname)) return reply.callNotFoundEnvelope(request);
    if (url.pathname.split('/')[1] === deskRoot) return answerAtDesk(parts, { request, reply, url });
    const savedPath = request.cookies[savedPathCookie];
    const landing = land({
      path: url.pathname,
      search: url.search,
      pages: known,
      languages: languageKeys,
      language: parts.language(request, undefined),
      brand: parts.brand().key,
      ...(savedPath === undefined ? {} : { savedPath }),
    });
    if (landing.kind === 'redirect') {
      if (landing.usedSavedPath) reply.clearCookie(savedPathCookie, { path: '/' });
      return leadTo(reply, landing.to);
    }
    const isPage = landing.kind === 'page';
    const session = await parts.session(request);
    const name = documentFor(url.pathname, session !== undefined);
    const language = landing.language as LanguageKey;
    // Trade rules: the risk warning stands on every page of the EU and UK sites, also where nobody is signed in.
    const region = parts.region(request, session);
    if (isPage && !languagesOffered(region).includes(language))
      return leadTo(reply, inLanguage(url.pathname, parts.language(request, session)) + url.search);
    const ahead = landing.kind === 'page' && landing.page.path === '' && name === 'index.html' ? homeCalls(language) : [];
    const captcha = mayAskCaptcha(url.pathname, isPage) ? parts.captcha : undefined;
    return sendDocument({ request, reply, parts, name, language, region, isPage, ahead, captcha });
  });
}

/** The staff's desk, in English. Whoever is not signed in there gets the same document, which asks for it. */
function answerAtDesk(
  parts: PagesParts,
  { request, reply, url }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly url: URL },
): FastifyReply | Promise<FastifyReply> {
  const landing = landAtDesk({ path: url.pathname, search: url.search, pages: parts.deskPages });
  if (landing.kind === 'redirect') return leadTo(reply, landing.to);
  return sendDocument({
    request,
    reply,
    parts,
    isPage: landing.kind === 'page',
    name: 'desk.html',
    language: 'en',
    ahead: [],
    region: undefined,
    captcha: undefined,
  });
}

/** What the first screen begins with, written as the browser's client writes it: two round trips less on a slow line. */
function homeCalls(language: LanguageKey): string[] {
  return ['client_info', 'dashboard'].map((call) => `/api/js/api/${call}?lang=${language}&hit=1`);
}

function leadTo(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(to, 302);
}

async function sendDocument(sending: {
  request: FastifyRequest;
  reply: FastifyReply;
  parts: PagesParts;
  name: DocumentName;
  language: LanguageKey;
  region: RegionProfile | undefined;
  isPage: boolean;
  ahead: readonly string[];
  captcha: CaptchaBrowser | undefined;
}): Promise<FastifyReply> {
  const { request, reply, parts, name, language, region, isPage, ahead, captcha } = sending;
  const brand = parts.brand();
  const nonce = freshNonce();
  const html = fillDocument(await parts.documents.read(name, request.url), {
    nonce,
    language,
    tag: languages[language].tag,
    direction: languages[language].direction,
    brand: { ...brand, support: brand.mail.supportAddress },
    ahead,
    scripts: name === 'desk.html' ? [] : parts.documents.words(language),
    languages: languagesOffered(region),
    ...(region === undefined ? {} : { foot: footFor(brand, region, language) }),
    ...(captcha === undefined ? {} : { captcha: { script: captcha.script, apiServer: captcha.apiServer } }),
    isPage,
  });
  return reply
    .code(isPage ? 200 : 404)
    .headers(documentHeaders({ ...parts, nonce, captcha }))
    .type('text/html; charset=utf-8')
    .send(html);
}

function footFor(brand: Brand, { company, riskWarning }: RegionProfile, language: LanguageKey): DocumentFoot {
  const { losingShare } = brand.companies[company];
  const legalLine = legalLineIn(brand.companies[company], language);
  const losing = { share: losingShare ?? standardLosingShare, isOwn: losingShare !== null };
  return { legalLine, losing: riskWarning ? losing : null };
}

/** What only this answer's own scripts and styles carry (CSP level 3 §7.1). */
export function freshNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * What keeps a document from being framed, from running what we did not write, and from being read in the clear. A captcha's
 * vendor is let in where it may be asked for: 'strict-dynamic' runs its script because ours has loaded it, and keeps its
 * JSONP addresses from being of use to markup that somebody else brought in (CSP level 3 §8.2); its hosts stand beside it for
 * browsers that do not know the word.
 */
export function documentHeaders(facts: {
  nonce: string;
  connectSources: readonly string[];
  frameHosts?: readonly string[] | undefined;
  cameraHosts?: readonly string[] | undefined;
  isSecure: boolean;
  captcha?: CaptchaBrowser | undefined;
}): Record<string, string> {
  const captcha = facts.captcha?.sources ?? [];
  const cameras = facts.cameraHosts ?? [];
  const list = (...sources: readonly string[]): string => sources.join(' ');
  const policy: Record<string, string> = {
    'default-src': `'self'`,
    'script-src': list(`'self'`, `'nonce-${facts.nonce}'`, ...(facts.captcha ? [`'strict-dynamic'`] : []), ...captcha),
    'style-src': list(`'self'`, `'nonce-${facts.nonce}'`, ...captcha),
    'img-src': list(`'self'`, 'data:', 'blob:', ...captcha),
    'font-src': `'self'`,
    'connect-src': list(`'self'`, ...facts.connectSources, ...captcha),
    'frame-src': list(`'self'`, ...(facts.frameHosts ?? []), ...cameras, ...captcha),
    'worker-src': `'self' blob:`,
    'object-src': `'none'`,
    'base-uri': `'none'`,
    'form-action': `'self' https:`,
    'frame-ancestors': `'none'`,
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': `camera=(${list('self', ...cameras.map((origin) => `"${origin}"`))}), geolocation=(), microphone=(), payment=()`,
    ...commonHeaders(facts.isSecure),
  };
}

/** What every answer carries. */
export function commonHeaders(isSecure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    ...(isSecure ? { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` } : {}),
  };
}

/** The documents of the builds in `folder`, and their assets under /assets and /desk/assets with their compressed siblings. */
export async function builtDocuments(fastify: FastifyInstance, folder: string): Promise<Documents> {
  const files = { 'index.html': 'web/index.html', 'entrance.html': 'web/entrance.html', 'desk.html': 'desk/index.html' };
  const missing = Object.values(files).some((file) => !existsSync(path.join(folder, file)));
  if (missing) throw new Error(`The browser side is not built: run npm run build first.`);
  const readText = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const texts = new Map(Object.entries(files).map(([name, file]) => [name, readText(file)]));
  for (const [door, prefix] of [
    ['web', '/assets/'],
    ['desk', `/${deskRoot}/assets/`],
  ] as const) {
    await fastify.register(fastifyStatic, {
      root: path.join(folder, door, 'assets'),
      prefix,
      preCompressed: true,
      immutable: true,
      maxAge: yearSeconds * 1000,
      index: false,
      decorateReply: false,
    });
  }
  const chunks = Object.values(JSON.parse(readText('web/.vite/manifest.json')) as Manifest);
  // As bin/build/chunks.ts names them. A language that has no words of its own yet is shown in English.
  const wordsOf = (language: LanguageKey): string[] =>
    chunks.filter(({ name }) => name === `words-${language}`).map(({ file }) => `/${file}`);
  const english = wordsOf('en');
  const words = new Map(languageKeys.map((language) => [language, wordsOf(language)]));
  return {
    read: async (name) => texts.get(name) ?? '',
    words: (language) => {
      const own = words.get(language) ?? [];
      return own.length > 0 ? own : english;
    },
  };
}

/** What of the bundler's list of its files is read here. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly name?: string }>>;
