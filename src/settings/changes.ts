import { z } from 'zod';
import { settingsSchema, type Settings } from './index.ts';

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
    return fault instanceof z.ZodError
      ? fault.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
      : String(fault);
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
  let inner: unknown = draft;
  for (const name of names) inner = isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  if (names.length > maxPathDepth || last === undefined || !isRecord(inner) || !Object.hasOwn(inner, last)) {
    throw new Error(`there is no setting ${path}`);
  }
  inner[last] = value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
