import type { z } from 'zod';
import type { FieldIssue } from './seal.ts';

/** Turns the schema's issues into fields, rules and message ids of the catalog `wire`. */
export function issuesOf(error: z.ZodError, told: unknown): FieldIssue[] {
  return error.issues.slice(0, maxIssues).flatMap((issue) => issueOf(issue, toldAt(told, issue.path) === undefined));
}

/** What the caller sent at a place, whatever a schema has made of it since. */
function toldAt(told: unknown, path: readonly PropertyKey[]): unknown {
  const place = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    told,
  );
  return place ?? undefined;
}

const maxIssues = 50;

/** A filter that was left empty (`?from=&till=`, interfaces §6) is one that was not set. */
export function withoutEmpty(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(query);
  if (!names.some((name) => query[name] === '')) return query;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** A field that is null is one that was not given: many programs write so what they have nothing for. */
export function withoutNull(body: object): object {
  const entries = Object.entries(body);
  return entries.some(([, value]) => value === null) ? Object.fromEntries(entries.filter(([, value]) => value !== null)) : body;
}

/**
 * Texts that PostgreSQL cannot keep: with a NUL, or with half of a surrogate pair. JSON and addresses can bring both, and
 * whatever schema let them through, they are the caller's fault and not ours.
 */
export function unwritableTexts(input: Readonly<Record<string, unknown>>): FieldIssue[] {
  const found = new Set<string>();
  const open = Object.entries(input);
  while (open.length > 0) {
    const [field, value] = open.pop() ?? ['', undefined];
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) found.add(field);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) open.push([field, key], [field, inner]);
    }
  }
  return [...found].slice(0, maxIssues).map((field) => named(field, 'format'));
}

function issueOf(issue: z.core.$ZodIssue, isMissing: boolean): FieldIssue[] {
  const field = issue.path.map(String).join('.') || 'body';
  if (isMissing && issue.code !== 'custom') return [named(field, 'required')];
  switch (issue.code) {
    case 'invalid_type':
      return [named(field, 'type')];
    case 'too_small':
      return [
        isEmptyText(issue)
          ? named(field, 'required')
          : named(field, `too_small_${sizeKind(issue.origin)}`, { minimum: leastOf(issue) }),
      ];
    case 'too_big':
      return [named(field, `too_big_${sizeKind(issue.origin)}`, { maximum: String(issue.maximum) })];
    case 'invalid_value':
      return [named(field, 'choice')];
    case 'invalid_union':
      return [named(field, faultOfAll(issue.errors.flat()))];
    case 'invalid_format':
      return [issue.format === 'email' ? named(field, 'email') : named(field, 'format')];
    default:
      return [named(field, 'format')];
  }
}

/** Of alternatives that all refuse: whether one of them is a list of values, else whether the value is of no kind that is taken. */
function faultOfAll(issues: readonly z.core.$ZodIssue[]): 'choice' | 'type' | 'format' {
  if (issues.some(({ code }) => code === 'invalid_value')) return 'choice';
  return issues.every(({ code }) => code === 'invalid_type') ? 'type' : 'format';
}

/** Whole numbers are the only ones that calls take: above nothing begins with one. */
function leastOf(issue: { minimum: number | bigint; inclusive?: boolean }): string {
  return String(issue.inclusive === false ? Number(issue.minimum) + 1 : issue.minimum);
}

function isEmptyText(issue: { origin: string; minimum: number | bigint }): boolean {
  return issue.origin === 'string' && Number(issue.minimum) === 1;
}

function sizeKind(origin: string): 'text' | 'number' | 'list' {
  if (origin === 'string') return 'text';
  return origin === 'array' || origin === 'set' ? 'list' : 'number';
}

/** What a field may break: each is a sentence, `rule.<rule>`. */
type Rule = 'required' | 'type' | 'format' | 'choice' | 'email' | `too_${'small' | 'big'}_${ReturnType<typeof sizeKind>}`;

function named(field: string, rule: Rule, values?: Readonly<Record<string, string>>): FieldIssue {
  return { field, rule, message: `rule.${rule}`, ...(values ? { values } : {}) };
}
