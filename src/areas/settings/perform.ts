import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../base/sql.ts';
import { type Settings } from '../../settings/index.ts';
import { settingAt, type SettingChange } from '../../settings/changes.ts';
import type { Approved, Performer } from '../approvals/face.ts';

/** What settings are read and changed by. */
export interface SettingNeeds {
  readonly brokerSettings: {
    /** The settings as they are, or will be, at that instant. */
    load(sql: Sql, at: Date): Promise<{ readonly settings: Settings }>;
    change(
      sql: Sql,
      order: SettingChange & {
        readonly author: string;
        readonly at: Date;
        readonly effectiveAt: Date;
        readonly detail?: Readonly<Record<string, unknown>>;
      },
    ): Promise<{ readonly ok: boolean }>;
  };
}

/** What a change of a setting waits with. */
export interface ChangePayload {
  readonly key: string;
  readonly value: unknown;
  /** Null: from the approval on. */
  readonly from: string | null;
}

export const changeAction = 'setting.change';

/** Changes the setting that was asked for, under the name of who asked. */
export function performer(app: SettingNeeds): Performer {
  return {
    action: changeAction,
    async perform(sql, approved) {
      const { key, value, from } = approved.payload as ChangePayload;
      const { now } = approved;
      // A day that has come meanwhile is now: what has been is not changed afterwards.
      const effectiveAt = from === null || new Date(from) < now ? now : new Date(from);
      const { settings } = await app.brokerSettings.load(sql, effectiveAt);
      if (!isDeepStrictEqual(settingAt(settings, key) ?? null, approved.before)) return 'outdated';
      const changed = await app.brokerSettings.change(sql, {
        path: key,
        value,
        author: approved.askedBy,
        at: now,
        effectiveAt,
        detail: whyOf(approved),
      });
      return changed.ok ? 'done' : 'outdated';
    },
  };
}

function whyOf({ id, reason, approvedBy }: Approved) {
  return { reason, approval: id, approved_by: approvedBy };
}
