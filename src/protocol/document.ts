/** What the server fills into the two HTML documents of the portal, and the browser reads back out of them. */
export interface DocumentFacts {
  /** Fresh for each answer; the content security policy names it. */
  readonly nonce: string;
  readonly language: string;
  /** BCP-47 tag of the language. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** What the switcher of the entrance offers. */
  readonly languages: readonly string[];
  readonly brand: DocumentBrand;
  /** Calls that the page begins with: the browser asks for them with the document instead of after its scripts. */
  readonly ahead?: readonly string[];
  /** Addresses of further scripts that the page begins with: the words of its language. */
  readonly scripts?: readonly string[];
  /** Absent where the company is not known: nobody is signed in, and the site is not one company's own. */
  readonly foot?: DocumentFoot;
  /** Present where the page may ask for a captcha whose vendor has a script of its own. */
  readonly captcha?: DocumentCaptcha;
  /** False when the path is no page of the portal: the entrance then shows the 404 screen, else it asks to sign in. */
  readonly isPage: boolean;
}

/** The part of the brand that a page needs before anything is asked of the server. */
export interface DocumentBrand {
  /** Stands for `{brand}` in paths. */
  readonly key: string;
  readonly name: string;
  /** The accent as `#rrggbb`. */
  readonly accent: string;
  /** Where clients write to. */
  readonly support: string;
}

/** What the page needs to show a captcha vendor's challenge. Nothing of it is loaded before one is asked for. */
export interface DocumentCaptcha {
  /** The address of the vendor's script. */
  readonly script: string;
  /** The host of the vendor's API, as the script is told it. */
  readonly apiServer: string;
}

/** What stands at the foot of every page of a client's company. */
export interface DocumentFoot {
  /** The regulator's line, in the page's language where the broker has it. */
  readonly legalLine: string;
  /**
   * The share of losing retail accounts in percent that the risk warning must state (ESMA 2018/796 annex II), and whether it
   * is the firm's own or the standard range; null where the law asks for no share.
   */
  readonly losing: { readonly share: string; readonly isOwn: boolean } | null;
}

/** The cookie that keeps a path to go to once (document 1 §2), which the browser writes. */
export const savedPathCookie = 'savedPath';

/** The place of the nonce in the built documents. */
export const nonceMark = '__ATRIUM_NONCE__';

/** First segments below the locale that the lean entrance shows; everything else is the portal's. */
const entranceSegments: ReadonlySet<string> = new Set(['login', 'register', 'error', 'payments']);

/** Which document a path gets: whoever is signed in the portal, with the 404 screen in its frame; anybody else the entrance. */
export function documentFor(path: string, isSignedIn: boolean): 'index.html' | 'entrance.html' {
  const segment = path.split('/')[2] ?? '';
  return isSignedIn && !entranceSegments.has(segment) ? 'index.html' : 'entrance.html';
}

/** Where the hosted payment page leads back to, outside of the shell (document 1 §2). */
export const paymentReturnPath = 'payments/payment_system/redirect';

/** How to pay where nobody is led to a provider's page (document 1 §2). */
export const transferInformationPath = 'transfer-information';

/** Whether a page may come to ask for a captcha: to sign in, or to go on after its lock. An error page never does. */
export function mayAskCaptcha(path: string, isPage: boolean): boolean {
  return isPage && path.split('/')[2] !== 'error';
}

/** The pages of the entrance, below the locale. They are nobody's contract's: no client is signed in on them. */
export const entrancePages = [
  { path: 'login' },
  { path: 'login/retry' },
  { path: 'login/lock' },
  { path: 'login/reset', query: ['site', 'backUrl', 'redirect', 'gotopath'] },
  { path: 'register' },
  { path: 'register/retry' },
  { path: 'error/404' },
  { path: 'error/500' },
  { path: paymentReturnPath },
] as const;

/** Fills a built document in. */
export function fillDocument(html: string, facts: DocumentFacts): string {
  const { brand } = facts;
  if (!/^#[0-9a-f]{6}$/i.test(brand.accent)) throw new RangeError(`the accent must be #rrggbb, got ${brand.accent}`);
  const root = `<html lang="${escapeHtml(facts.tag)}" dir="${facts.direction}" data-language="${escapeHtml(facts.language)}" data-languages="${escapeHtml(facts.languages.join(' '))}"${facts.isPage ? '' : ' data-unknown'}`;
  const { key, name, accent, support } = brand;
  const nonce = escapeHtml(facts.nonce);
  const head = [
    `<meta name="atrium-brand" content="${escapeHtml(JSON.stringify({ key, name, accent, support }))}" />`,
    ...(facts.foot === undefined ? [] : [`<meta name="atrium-foot" content="${escapeHtml(JSON.stringify(facts.foot))}" />`]),
    ...(facts.captcha === undefined
      ? []
      : [`<meta name="atrium-captcha" content="${escapeHtml(JSON.stringify(facts.captcha))}" />`]),
    `<style nonce="${nonce}">:root{--brand:${brand.accent}}</style>`,
  ].join('');
  // Behind what the build has put there: first come the scripts that the most depends on.
  const ahead = [
    ...(facts.scripts ?? []).map(
      (address) => `<link rel="modulepreload" crossorigin nonce="${nonce}" href="${escapeHtml(address)}" />`,
    ),
    ...(facts.ahead ?? []).map((address) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(address)}" />`),
  ].join('');
  return html
    .replace('<html lang="en"', () => root)
    .replace('<title>Atrium</title>', () => `<title>${escapeHtml(brand.name)}</title>${head}`)
    .replace('</head>', () => `${ahead}</head>`)
    .replaceAll(nonceMark, () => nonce);
}

function escapeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => named[character] ?? character);
}
