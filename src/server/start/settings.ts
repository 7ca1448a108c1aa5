import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { secondMs, type Clock } from '../../base/time.ts';
import { applySettings, settingAt, settingFault, type SettingChange } from '../../settings/changes.ts';
import { defaultSettings, type Settings } from '../../settings/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Config } from './config.ts';

/** The channel on which a changed setting is announced. */
export const settingsChannel = 'settings';

/** What ships, with everything that the broker has changed of it and that is effective. */
export interface EffectiveSettings {
  readonly settings: Settings;
  /** The newest change among them; 0 when nothing has been changed. Facts that ran under settings keep this number. */
  readonly version: number;
}

/** The settings that this process runs under, kept fresh. */
export interface LiveSettings {
  current(): Settings;
  version(): number;
  /** Reads them again; the listener of the database calls it when somebody changed one. */
  refresh(): Promise<void>;
  close(): void;
}

/** A change becomes effective by the clock too, without anybody announcing it. */
const refreshEveryMs = 30 * secondMs;

/**
 * Reads the settings and keeps them fresh. Changes that cannot be applied (a release took a setting away) are told to
 * `onFault`, and the last good settings stay.
 */
export async function openSettings(parts: {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}): Promise<LiveSettings> {
  let effective = await loadSettings(parts.sql, parts.clock.now());
  let asked = 0;
  let answered = 0;
  const refresh = async (): Promise<void> => {
    const decision = (asked += 1);
    const read = await loadSettings(parts.sql, parts.clock.now());
    // Two may be on their way at once: an older answer never replaces a newer one.
    if (decision < answered) return;
    answered = decision;
    // What areas have worked out from settings is kept by the object, so an unchanged one stays.
    if (!isDeepStrictEqual(read, effective)) effective = read;
  };
  const timer = setInterval(() => void refresh().catch(parts.onFault), refreshEveryMs);
  return {
    current: () => effective.settings,
    version: () => effective.version,
    refresh: () => refresh().catch(parts.onFault),
    close: () => clearInterval(timer),
  };
}

/**
 * In the sandbox every browser comes from one address and many share a seeded client, so that the limits on floods and on
 * sessions would only hit who tries the application out. Nobody makes the broker's own rates anew there when the clock is moved, and
 * the platforms' stand-ins act at once or seconds later.
 */
export function currentSettings(config: Pick<Config, 'mode'>, settings: Pick<LiveSettings, 'current'>): () => Settings {
  if (config.mode === 'production') return () => settings.current();
  let from = settings.current();
  let widened = widen(from);
  return () => {
    const current = settings.current();
    // The same settings are the same object, because what areas have worked out from them is kept by it.
    if (current !== from) [from, widened] = [current, widen(current)];
    return widened;
  };
}

/** Twelve seconds, unless the broker has said otherwise. */
const sandboxPatience = (seconds: number): number => (seconds === defaultSettings.platform.patienceSeconds ? 12 : seconds);

function widen(settings: Settings): Settings {
  const wide = { count: 1_000_000, seconds: 60 };
  return {
    ...settings,
    session: { ...settings.session, maxPerClient: 1000 },
    calls: {
      ...settings.calls,
      perAddress: wide,
      perAddressBurst: wide,
      forgedPerAddress: wide,
      perNetwork: wide,
      perClient: wide,
      writesPerClient: wide,
      readsAtOnce: 1000,
      readsAtOnceOfNetwork: 1000,
    },
    signIn: { ...settings.signIn, perAddress: wide, perNetwork: wide },
    rates: { ...settings.rates, houseRateDays: 36_500 },
    platform: { ...settings.platform, patienceSeconds: sandboxPatience(settings.platform.patienceSeconds) },
  };
}

const maxPaths = 2000;

/** The settings as they are, or will be, at that instant of application time. Of each path the newest change counts. */
export async function loadSettings(sql: Sql, at: Date): Promise<EffectiveSettings> {
  const rows = await sql.many<{ id: number } & SettingChange>(
    `select id, path, value from (
       select distinct on (path) id, path, value, effective_at from setting_version where effective_at <= $1
        order by path, effective_at desc, id desc) newest
      order by effective_at, id limit ${maxPaths}`,
    [at],
  );
  return { settings: applySettings(defaultSettings, rows), version: Math.max(0, ...rows.map((row) => row.id)) };
}

export interface SettingOrder extends SettingChange {
  /** Which member of staff changed it. */
  readonly author: string;
  /** When it is ordered, application time. */
  readonly at: Date;
  /** From when on it counts, application time. */
  readonly effectiveAt: Date;
  /** What the audit keeps beside: why, and who approved it. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Keeps a change of a setting, checked against what will be effective then, and writes it into the audit with what was before.
 * Within the caller's transaction: other processes hear of it when that commits. Refused as `setting_invalid` with the fault in
 * words.
 */
export async function changeSetting(sql: Sql, order: SettingOrder): Promise<Verdict<{ id: number }, 'setting_invalid'>> {
  // One change at a time, so that two which only fit alone cannot pass each other.
  await sql.run(`select pg_advisory_xact_lock(hashtextextended('setting_version', 0))`);
  const { settings } = await loadSettings(sql, order.effectiveAt);
  const fault = settingFault(settings, order);
  if (fault !== undefined) return { ok: false, code: 'setting_invalid', field: 'value', values: { fault } };
  const value = await sql.one<{ id: number }>(
    `insert into setting_version (path, value, effective_at, author) values ($1, $2, $3, $4) returning id`,
    [order.path, JSON.stringify(order.value), order.effectiveAt, order.author],
  );
  await recordAudit(sql, {
    actor: { kind: 'staff', id: order.author },
    action: 'setting.change',
    subject: `setting:${order.path}`,
    detail: {
      from: settingAt(settings, order.path),
      to: order.value,
      effective_at: order.effectiveAt.toISOString(),
      ...order.detail,
    },
    at: order.at,
  });
  await sql.run(`select pg_notify('${settingsChannel}', '')`);
  return { ok: true, value };
}

/** A change that was kept, whether it counts already or not yet. */
export interface KeptChange {
  readonly id: number;
  readonly value: unknown;
  readonly effectiveAt: Date;
  readonly author: string;
  readonly createdAt: Date;
}

/** The changes of a setting, the newest first. */
export function pastChangesOf(sql: Sql, path: string, limit: number): Promise<KeptChange[]> {
  return sql.many(
    `select id, value, effective_at as "effectiveAt", author, created_at as "createdAt" from setting_version
      where path = $1 order by effective_at desc, id desc limit $2`,
    [path, limit],
  );
}
