import { randomUUID } from 'node:crypto';
import { closeOnlyEnding } from '../../base/closeOnly.ts';
import type { Clock } from '../../base/time.ts';
import { platformGroups } from '../../law/platformGroups.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import { joinDatabase } from '../database/open.ts';
import { applicationRole, openPool } from '../database/pool.ts';
import { ConfigurationError, type Config, type OutsideConfig } from './config.ts';
import { isStranger, paymentLooks } from './doctorPayments.ts';
import { openOutside, type Outside } from './outside.ts';

/** What looking at one party came to. */
export interface Finding {
  readonly party: string;
  /** Undefined: it answers, and takes us for who we say to be. */
  readonly fault: string | undefined;
  /** It is not asked at all, and why: the broker may do without it. */
  readonly off?: string;
}

/** Asks the database and every outside party, and names the variable that is wrong. */
export async function examine(config: Config, clock: Clock): Promise<Finding[]> {
  const { outside } = config;
  if (outside === undefined)
    throw new ConfigurationError('ATRIUM_MODE is sandbox: it plays its outside parties itself, and there is nothing to look at.');
  const databases = [{ party: 'database', fault: await databaseFault(config) }];
  if (config.databaseOwnerUrl !== undefined)
    databases.push({ party: 'database owner', fault: await ownerFault(config.databaseOwnerUrl) });
  const withoutPush = { party: 'push', fault: undefined, off: 'VAPID_PUBLIC_KEY is not set, so no browser is pushed anything' };
  return [...databases, ...(await examineOutside(outside, clock)), ...(outside.VAPID_PUBLIC_KEY ? [] : [withoutPush])];
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** As the application comes in: of this release, by a login of its own that may act as the application's role. */
async function databaseFault(config: Config): Promise<string | undefined> {
  try {
    const { application, close } = await joinDatabase(config);
    await application.sql.one('select 1 as one').finally(close);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    return `DATABASE_URL names a login that may not act as ${applicationRole}, which npm run roles grants: ${sentenceOf(error)}`;
  }
}

async function ownerFault(url: string): Promise<string | undefined> {
  const pool = openPool({ url, max: 1 });
  try {
    const { owns } = await pool.sql.one<{ owns: boolean | null }>(
      `select bool_and(pg_has_role(session_user, relowner, 'member')) as owns from pg_class
        where oid = to_regclass('ledger_movement')`,
    );
    // A database without tables yet has no owner of them: npm run migrate makes them.
    return owns === false ? 'DATABASE_OWNER_URL names a login that does not own the tables, and cannot migrate them' : undefined;
  } catch (error) {
    return `DATABASE_OWNER_URL leads to no database that lets it in: ${sentenceOf(error)}`;
  } finally {
    await pool.close();
  }
}

/**
 * Asks every outside party for something that changes nothing and that only whom it knows is answered. Nobody is written to: the one
 * message goes to a number that no telephone has.
 */
async function examineOutside(config: OutsideConfig, clock: Clock): Promise<Finding[]> {
  const outside = openOutside(config, clock);
  try {
    const looks: Readonly<Record<string, () => Promise<string | undefined>>> = {
      storage: () => storageFault(outside.storage, config),
      mail: () => mailFault(outside),
      sms: () => smsFault(outside),
      ...(outside.push ? { push: () => pushFault(outside.push) } : {}),
      ...paymentLooks(outside, clock),
      mt5: () => platformFault(outside.platforms.mt5, { key: 'mt5', name: 'MT5' }),
      mt4: () => platformFault(outside.platforms.mt4, { key: 'mt4', name: 'MT4_BRIDGE' }),
      captcha: () => captchaFault(outside, config),
      rates: () => ratesFault(outside),
      scanner: () => scannerFault(outside),
      ...(outside.research ? { research: () => researchFault(outside.research) } : {}),
      ...(outside.tracking ? { tracking: () => trackingFault(outside.tracking) } : {}),
      ...(outside.calendar ? { calendar: () => calendarFault(outside.calendar) } : {}),
      ...(outside.verification ? { verification: () => verificationFault(outside.verification) } : {}),
      ...(outside.watchlists.names.length > 0 ? { watchlists: () => watchlistsFault(outside.watchlists) } : {}),
    };
    return await Promise.all(
      Object.entries(looks).map(async ([party, look]) => ({
        party,
        fault: await look().catch((error: unknown) => String(error)),
      })),
    );
  } finally {
    await outside.close();
  }
}

async function storageFault(storage: ObjectStorage, { S3_BUCKET }: OutsideConfig): Promise<string | undefined> {
  const key = `doctor/${randomUUID()}`;
  const words = 'whether this can be kept and read';
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(words);
  }
  const tryOnce = async (): Promise<string | undefined> => {
    const put = await storage.put(key, { contentType: 'text/plain', body: body(), maxBytes: 1000 });
    const got = put.outcome === 'stored' ? await storage.get(key) : put;
    await storage.delete(key);
    return got.outcome === 'unknown' ? got.reason : undefined;
  };
  const fault = await tryOnce().catch((error: unknown) => String(error));
  if (fault === undefined) return undefined;
  if (S3_BUCKET === undefined) return `STORAGE_FOLDER cannot be written and read: ${fault}`;
  if (/NoSuchBucket/i.test(fault)) return `S3_BUCKET names no bucket there: ${fault}`;
  if (/region|PermanentRedirect/i.test(fault)) return `S3_REGION is not the bucket's: ${fault}`;
  return isStranger(fault)
    ? `S3_BUCKET does not take what the machine's credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) sign: ${fault}`
    : `S3_ENDPOINT or S3_REGION leads nowhere: ${fault}`;
}

async function mailFault({ mail }: Outside): Promise<string | undefined> {
  const answer = await mail.check();
  if (answer.outcome === 'done') return undefined;
  return answer.outcome === 'refused'
    ? `SMTP_URL names a user or a password that the server does not take: ${answer.message}`
    : `SMTP_URL leads to no mail server: ${answer.reason}`;
}

/** No telephone has this number, and a gateway that knows us says so. */
const nobodysNumber = '+1';

async function smsFault({ sms }: Outside): Promise<string | undefined> {
  const answer = await sms.send({ channel: 'sms', to: nobodysNumber, text: 'whether we are known', locale: 'en' });
  if (answer.outcome === 'sent' || (answer.outcome === 'refused' && answer.code === 'bad_number')) return undefined;
  if (answer.outcome === 'refused') return `SMS_FROM or SMS_ACCOUNT is not one that the gateway takes: ${answer.message}`;
  return isStranger(answer.reason)
    ? `SMS_ACCOUNT or SMS_TOKEN is not what the gateway knows: ${answer.reason}`
    : `SMS_URL leads to no gateway: ${answer.reason}`;
}

async function pushFault(push: Outside['push']): Promise<string | undefined> {
  const answer = await push?.reach();
  return answer === undefined || answer.outcome === 'done'
    ? undefined
    : `PUSH_HOSTS names push services that cannot be reached from here: ${answer.reason}`;
}

interface PlatformNames {
  readonly key: PlatformKey;
  /** What its variables begin with. */
  readonly name: 'MT5' | 'MT4_BRIDGE';
}

async function platformFault(platform: Platform, { key, name }: PlatformNames): Promise<string | undefined> {
  const answer = await platform.symbols();
  const seen = answer.outcome === 'done' ? await platform.groups() : answer;
  if (seen.outcome === 'done') return 'groups' in seen ? groupsFault(key, seen.groups) : undefined;
  const reason = seen.outcome === 'unknown' ? seen.reason : seen.message;
  return isStranger(reason)
    ? `${name}_LOGIN or ${name}_PASSWORD is not a manager's of the platform: ${reason}`
    : `${name}_URL leads to no platform: ${reason}`;
}

/** So many groups are named; the others are counted. */
const groupsNamed = 5;

/** Of each live group of ours that is there its twin has to be there too, and open nothing: else a restricted client trades on. */
function groupsFault(
  key: PlatformKey,
  groups: readonly { readonly name: string; readonly closesOnly: boolean }[],
): string | undefined {
  const known = new Map(groups.map((group) => [group.name, group]));
  const twins = platformGroups(key).filter(
    ({ name, isCloseOnly }) => isCloseOnly && known.has(name.slice(0, -closeOnlyEnding.length)),
  );
  const missing = twins.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  const open = twins.filter(({ name }) => known.get(name)?.closesOnly === false).map(({ name }) => name);
  const faults = [
    ...(missing.length > 0 ? [`lacks the close-only groups ${named(missing)}`] : []),
    ...(open.length > 0 ? [`lets positions be opened in the close-only groups ${named(open)}`] : []),
  ];
  return faults.length === 0 ? undefined : `the platform ${faults.join(', and ')}`;
}

function named(names: readonly string[]): string {
  const more = names.length - groupsNamed;
  return names.slice(0, groupsNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

async function captchaFault({ captcha }: Outside, { GEETEST_URL }: OutsideConfig): Promise<string | undefined> {
  // The built-in one asks nobody.
  if (GEETEST_URL === undefined) return undefined;
  const { success } = await captcha.register();
  return success === 1
    ? undefined
    : 'GEETEST_URL or GEETEST_ID gets no challenge (GEETEST_KEY shows only when somebody answers one)';
}

async function ratesFault({ referenceRates }: Outside): Promise<string | undefined> {
  const answer = await referenceRates.read('latest');
  return answer.outcome === 'known' ? undefined : `ECB_URL leads to no reference rates: ${answer.reason}`;
}

async function researchFault(research: Outside['research']): Promise<string | undefined> {
  const answer = await research?.launch({ service: 'indicators', subject: 'doctor', language: 'en' });
  if (answer?.outcome !== 'unknown') return undefined;
  return isStranger(answer.reason)
    ? `RESEARCH_KEY or RESEARCH_SECRET is not what the vendor knows: ${answer.reason}`
    : `RESEARCH_URL leads to no vendor of research: ${answer.reason}`;
}

async function trackingFault(tracking: Outside['tracking']): Promise<string | undefined> {
  const answer = await tracking?.reach();
  return answer === undefined || answer.outcome === 'done' ? undefined : `MATOMO_URL leads to no Matomo: ${answer.reason}`;
}

async function calendarFault(calendar: Outside['calendar']): Promise<string | undefined> {
  const answer = await calendar?.read(null);
  if (answer?.outcome !== 'unknown') return undefined;
  return isStranger(answer.reason)
    ? `CALENDAR_KEY or CALENDAR_SECRET is not what the vendor knows: ${answer.reason}`
    : `CALENDAR_URL leads to no calendar: ${answer.reason}`;
}

/** Nobody has this name there: what comes of it says whether both the token and the levels are known. */
async function verificationFault(verification: Outside['verification']): Promise<string | undefined> {
  for (const [purpose, name] of [
    ['profile', 'SUMSUB_LEVEL'],
    ['scan', 'SUMSUB_SCAN_LEVEL'],
  ] as const) {
    const answer = await verification?.pageToken({ reference: 'doctor', purpose, seconds: 60 });
    if (answer?.outcome === 'refused') return `${name} is no level of the vendor's: ${answer.message}`;
    if (answer?.outcome === 'unknown')
      return isStranger(answer.reason)
        ? `SUMSUB_APP_TOKEN or SUMSUB_SECRET is not what the vendor knows: ${answer.reason}`
        : `SUMSUB_URL leads to no vendor: ${answer.reason}`;
  }
  return undefined;
}

/** Each list is read whole, one after the other: only so it is known that it is of the form that was said. */
async function watchlistsFault({ names, read }: Outside['watchlists']): Promise<string | undefined> {
  const wrong: string[] = [];
  for (const name of names) {
    const answer = await read(name, null);
    if (answer.outcome === 'unknown') wrong.push(`${name} (${answer.reason})`);
  }
  return wrong.length === 0 ? undefined : `WATCHLISTS names what is no list of the format that it says: ${wrong.join('; ')}`;
}

async function scannerFault({ scanner }: Outside): Promise<string | undefined> {
  async function* nothing(): AsyncGenerator<Uint8Array> {}
  const answer = await scanner.scan(nothing());
  return answer.outcome === 'clean'
    ? undefined
    : `CLAMD_URL leads to no clamd: ${'reason' in answer ? answer.reason : answer.found}`;
}
