import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../base/sql.ts';
import { defaultSettings, type Settings } from '../../settings/index.ts';
import { settingAt, settingFault, settingPaths } from '../../settings/changes.ts';
import type { Handlers } from '../../protocol/call.ts';
import { askApproval, onlyAsked } from '../approvals/face.ts';
import type { settingsContract } from './contract.ts';
import { touchedBy } from './touching.ts';
import { changeAction, type ChangePayload, type SettingNeeds } from './perform.ts';

export interface Needs extends SettingNeeds {
  readonly brokerSettings: SettingNeeds['brokerSettings'] & {
    history(
      sql: Sql,
      path: string,
      limit: number,
    ): Promise<
      readonly {
        readonly id: number;
        readonly value: unknown;
        readonly effectiveAt: Date;
        readonly author: string;
        readonly createdAt: Date;
      }[]
    >;
  };
}

/** More changes of one setting are in the audit. */
const mostHistory = 100;

type Calls = Handlers<typeof settingsContract>;

export const calls = (app: Needs) => ({ ...reading(app), ...changing(app) }) satisfies Calls;

function reading({ brokerSettings }: Needs) {
  return {
    async list({ search }, ctx) {
      const { settings } = await brokerSettings.load(ctx.sql, ctx.now);
      const wanted = search?.toLowerCase() ?? '';
      const keys = settingPaths(settings).filter((key) => key.toLowerCase().includes(wanted));
      return { settings: keys.map((key) => shown(settings, key)) };
    },

    async one({ key }, ctx) {
      const { settings } = await brokerSettings.load(ctx.sql, ctx.now);
      if (!isSetting(settings, key)) return ctx.refuse('setting_not_found', { field: 'key' });
      const history = await brokerSettings.history(ctx.sql, key, mostHistory);
      return {
        setting: shown(settings, key),
        history: history.map(({ id, value, effectiveAt, author, createdAt }) => ({
          id,
          value,
          from: effectiveAt.toISOString(),
          author,
          created_at: createdAt.toISOString(),
        })),
      };
    },

    async preview({ key, value, from }, ctx) {
      const at = from === undefined ? ctx.now : new Date(from);
      const { settings } = await brokerSettings.load(ctx.sql, at);
      if (!isSetting(settings, key)) return ctx.refuse('setting_not_found', { field: 'key' });
      const before = settingAt(settings, key) ?? null;
      const read = readJson(value);
      const fault = read.ok ? settingFault(settings, { path: key, value: read.value }) : 'This is no JSON.';
      const after = read.ok ? read.value : null;
      const isChange = !isDeepStrictEqual(before, after);
      const touches =
        isChange && fault === undefined ? await touchedBy(ctx.sql, { key, before, after, now: ctx.now }) : undefined;
      return {
        preview: {
          key,
          before,
          after,
          from: from === undefined ? null : at.toISOString(),
          is_change: isChange,
          fault: fault ?? null,
          touches: touches ?? null,
        },
      };
    },
  } satisfies Partial<Calls>;
}

function changing({ brokerSettings }: Needs) {
  return {
    async change({ key, value = null, from, reason }, ctx) {
      const at = from === undefined ? ctx.now : new Date(from);
      const { settings } = await brokerSettings.load(ctx.sql, at);
      if (!isSetting(settings, key)) return ctx.refuse('setting_not_found', { field: 'key' });
      if (at < ctx.now) return ctx.refuse('setting_from_past', { field: 'from' });
      const before = settingAt(settings, key) ?? null;
      const fault = settingFault(settings, { path: key, value });
      if (fault !== undefined) return ctx.refuse('setting_invalid', { field: 'value', values: { fault } });
      if (isDeepStrictEqual(before, value)) return ctx.refuse('setting_unchanged', { field: 'value' });
      const subject = `setting:${key}`;
      const payload: ChangePayload = { key, value, from: from === undefined ? null : at.toISOString() };
      const approval = await askApproval(ctx.sql, {
        kind: 'settings',
        action: changeAction,
        subject,
        payload,
        before,
        after: value,
        reason,
        staff: ctx.staff,
        at: ctx.now,
      });
      const waits = onlyAsked({ before, after: value }, approval.id);
      await ctx.record({ subject, ...waits, detail: { ...waits.detail, from: payload.from } });
      return { approval };
    },
  } satisfies Partial<Calls>;
}

/** Only what can be changed by itself: a whole branch is many settings. */
function isSetting(settings: Settings, key: string): boolean {
  return settingPaths(settings).includes(key);
}

function shown(settings: Settings, key: string) {
  const value = settingAt(settings, key) ?? null;
  const shipped = settingAt(defaultSettings, key) ?? null;
  return { key, value, default_value: shipped, is_changed: !isDeepStrictEqual(value, shipped) };
}

function readJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
