import { z } from 'zod';
import { currencyCodes } from '../base/currency.ts';
import { parseMinor } from '../base/money.ts';
import { defaultBrand } from './brand.ts';
import { languageKeys } from './languages.ts';
import { methodDirections, paymentMethods } from './methods.ts';
import { forEveryPlatform, platforms } from './platforms.ts';
import { defaultRateRules } from './rates.ts';
import { regionKeys, termsDocuments } from './regions/sheet.ts';

/** An amount of the setting's own currency. */
const amount = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/);
const seconds = z.int().min(1).max(31_536_000);
const count = z.int().min(1).max(1_000_000);
const bytes = z.int().min(1_000).max(100_000_000);
const rateLimit = z.strictObject({ count, seconds });
const basisPoints = z.int().min(0).max(2_000);
const legalText = z.string().min(1).max(2_000);
const brandCompany = z.strictObject({
  legalLine: z.intersection(z.partialRecord(z.enum(languageKeys), legalText), z.object({ en: legalText })),
  losingShare: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/)
    .nullable(),
});

const hostNames = z.array(z.string().regex(/^[a-z0-9][a-z0-9.-]{0,252}$/)).max(20);
const termsLinks = z.partialRecord(z.enum(termsDocuments), z.url({ protocol: /^https$/ }));
const methodChange = z
  .strictObject({
    method: z.int().refine((id) => paymentMethods.some((method) => method.id === id)),
    direction: z.enum(methodDirections),
    region: z.enum(regionKeys),
    currency: z.enum(currencyCodes),
    min: amount.optional(),
    minExchanged: amount.optional(),
    max: amount.optional(),
    feeBasisPoints: basisPoints.optional(),
    isClosed: z.boolean().optional(),
  })
  .refine(({ min = '0', minExchanged = '0', max = '0', currency }) =>
    [min, minExchanged, max].every((text) => parseMinor(text, currency) !== undefined),
  );

/** Document 3 §5 asks for eight characters at least; MetaTrader 5's Web API takes sixteen at most. */
const passwordLength = z.int().min(8).max(16);
const passwordRule = z
  .strictObject({
    minLength: passwordLength,
    maxLength: passwordLength,
    needsDigit: z.boolean(),
    needsUpper: z.boolean(),
    needsLower: z.boolean(),
    needsSpecial: z.boolean(),
  })
  .refine(({ minLength, maxLength }) => minLength <= maxLength);

/** Everything that a broker may change without a release. Amounts are decimal strings, times are in seconds. */
export const settingsSchema = z.strictObject({
  brand: z.strictObject({
    key: z.string().regex(/^[a-z][a-z0-9]{1,30}$/),
    name: z.string().min(1).max(60),
    accent: z.string().regex(/^#[0-9a-f]{6}$/),
    mail: z.strictObject({ senderName: z.string().min(1).max(60), senderAddress: z.email(), supportAddress: z.email() }),
    companies: z.strictObject({ '1': brandCompany, '3': brandCompany, '4': brandCompany, '5': brandCompany }),
  }),
  /** Host names that show each version of the site (document 2 §4); under any other a client is on the own company's. */
  sites: z
    .strictObject({ global: hostNames, eu: hostNames, uk: hostNames })
    .refine(({ global, eu, uk }) => new Set([...global, ...eu, ...uk]).size === global.length + eu.length + uk.length),
  session: z.strictObject({
    /** A session without any call for so long is locked: the next call answers 401. */
    idleSeconds: seconds,
    /** A session ends after so long however busy it is. */
    absoluteSeconds: seconds,
    /** The oldest ends when a client has more. */
    maxPerClient: count,
  }),
  signIn: z.strictObject({
    perIdentity: rateLimit,
    perAddress: rateLimit,
    /** From the second failure in a row on, the wait doubles from the first of these to the last. */
    firstDelaySeconds: seconds,
    longestDelaySeconds: seconds,
    /** After so long without a failure, the count starts anew. */
    forgetFailuresSeconds: seconds,
    /** From so many failures in a row on, a captcha comes before the next try. */
    captchaAfterFailures: count,
  }),
  calls: z.strictObject({
    perAddress: rateLimit,
    perClient: rateLimit,
    writesPerClient: rateLimit,
    maxBodyBytes: bytes,
  }),
  challenge: z.strictObject({
    pinDigits: z.literal(4),
    pinLifeSeconds: seconds,
    resendSeconds: seconds,
    maxPerDay: count,
    captchaLifeSeconds: seconds,
  }),
  lists: z.strictObject({ pageSize: count.max(100), exportRows: count }),
  accounts: z.strictObject({
    maxLive: count.max(100),
    maxDemo: count.max(100),
    maxDemoBalance: amount,
  }),
  deposit: z.strictObject({
    /** Where no method and no account type says otherwise. */
    minimum: amount,
    /** A hosted payment page that nobody finished is looked up, and then cancelled, after so long. */
    abandonedSeconds: seconds,
  }),
  /** Changes of single cells of the payment methods' table; see law/methods. */
  methods: z.array(methodChange).max(2_000),
  /** Where the documents of each company's terms can be read. */
  terms: z.strictObject({ '1': termsLinks, '3': termsLinks, '4': termsLinks, '5': termsLinks }),
  transfer: z.strictObject({
    /** A confirmed quote is kept for so long. */
    quoteSeconds: seconds,
    feeBasisPoints: basisPoints,
  }),
  rates: z.strictObject({
    markups: z.strictObject({
      original: z.literal(0),
      deposit: basisPoints,
      withdraw: basisPoints,
      transfer: basisPoints,
    }),
    /** From when the day's rates are made until they are read here, no purpose has a lesser markup. */
    awaitedMarkup: basisPoints,
    /** A rate of the broker's own that is older moves no money. */
    houseRateDays: count.max(36_500),
    /** The most that a client exchanges between own accounts in a day (UTC), in US dollars. */
    dailyExchange: amount,
  }),
  platform: z.strictObject({
    /** Balances older than this are shown with a warning. */
    staleBalanceSeconds: seconds,
    reconcileSeconds: seconds,
    /** What each platform's server asks of the passwords of trading accounts. */
    passwords: z.strictObject(forEveryPlatform(() => passwordRule)),
  }),
});

export type Settings = z.output<typeof settingsSchema>;

const hour = 3_600;
const day = 24 * hour;

/** What ships. */
export const defaultSettings: Settings = settingsSchema.parse({
  brand: defaultBrand,
  sites: { global: [], eu: [], uk: [] },
  // OWASP session guidance for money: minutes of idleness, hours in all. Document 1 §4: a 401 locks, nothing typed is lost.
  session: { idleSeconds: 30 * 60, absoluteSeconds: 12 * hour, maxPerClient: 10 },
  signIn: {
    perIdentity: { count: 10, seconds: 15 * 60 },
    perAddress: { count: 60, seconds: 15 * 60 },
    firstDelaySeconds: 1,
    longestDelaySeconds: 300,
    forgetFailuresSeconds: hour,
    captchaAfterFailures: 5,
  },
  calls: {
    perAddress: { count: 6_000, seconds: 60 },
    perClient: { count: 1_200, seconds: 60 },
    writesPerClient: { count: 240, seconds: 60 },
    // A call takes some names, numbers and texts.
    maxBodyBytes: 64 * 1024,
  },
  // Document 2 §5 and document 3 §5: four digits, resent after 60 s. Integrations, GeeTest: ten minutes.
  challenge: { pinDigits: 4, pinLifeSeconds: 600, resendSeconds: 60, maxPerDay: 20, captchaLifeSeconds: 600 },
  // Interfaces §6: 20 by default; the most that can be asked for, 100, stands in the contracts.
  lists: { pageSize: 20, exportRows: 100_000 },
  accounts: { maxLive: 20, maxDemo: 20, maxDemoBalance: '1000000' },
  // Document 2 §9.
  deposit: { minimum: '100', abandonedSeconds: day },
  methods: [],
  // No link is made up: a document without one is named and can be asked for.
  terms: { '1': {}, '3': {}, '4': {}, '5': {} },
  transfer: { quoteSeconds: 15 * 60, feeBasisPoints: 0 },
  rates: defaultRateRules,
  platform: {
    staleBalanceSeconds: 120,
    reconcileSeconds: 300,
    passwords: forEveryPlatform((platform) => platforms[platform].password),
  },
} satisfies z.input<typeof settingsSchema>);

/** What a broker has changed: a path such as `deposit.minimum`, and its new value. */
export interface SettingChange {
  readonly path: string;
  readonly value: unknown;
}

/** Paths deeper than this do not exist. */
const maxPathDepth = 6;

/**
 * The defaults with the changes applied in order. A path that does not exist, or a value that does not fit it, throws:
 * what is stored was checked when it was written, so this is our fault and not the broker's.
 */
export function applySettings(defaults: Settings, changes: readonly SettingChange[]): Settings {
  const draft: unknown = structuredClone(defaults);
  for (const change of changes) setPath(draft, change);
  return settingsSchema.parse(draft);
}

/** What is wrong with a change, in words, or undefined when it may be stored. */
export function settingFault(settings: Settings, change: SettingChange): string | undefined {
  try {
    applySettings(settings, [change]);
    return undefined;
  } catch (fault) {
    return fault instanceof z.ZodError ? z.prettifyError(fault) : String(fault);
  }
}

/** Every setting that can be changed by itself, by its path. A list is changed whole. */
export function settingPaths(settings: Settings): string[] {
  const below = (value: unknown, path: string): string[] =>
    isRecord(value) && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([name, inner]) => below(inner, path === '' ? name : `${path}.${name}`))
      : [path];
  return below(settings, '');
}

/** The value at that path; undefined where there is none. */
export function settingAt(settings: Settings, path: string): unknown {
  let value: unknown = settings;
  for (const name of path.split('.')) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function setPath(draft: unknown, { path, value }: SettingChange): void {
  const names = path.split('.');
  const last = names.pop();
  let place: unknown = draft;
  for (const name of names) place = isRecord(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  if (names.length > maxPathDepth || last === undefined || !isRecord(place) || !Object.hasOwn(place, last)) {
    throw new Error(`there is no setting ${path}`);
  }
  place[last] = value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
