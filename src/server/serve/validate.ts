import type { z } from 'zod';
import type { FieldIssue } from './seal.ts';

/** Turns the schema's issues into fields, rules and message ids of the catalog `wire`. */
export function issuesOf(error: z.ZodError): FieldIssue[] {
  return error.issues.slice(0, maxIssues).flatMap(issueOf);
}

const maxIssues = 50;

function issueOf(issue: z.core.$ZodIssue): FieldIssue[] {
  const field = issue.path.map(String).join('.') || 'body';
  switch (issue.code) {
    case 'invalid_type':
      return [issue.input === undefined || issue.input === null ? named(field, 'required') : named(field, 'type')];
    case 'too_small':
      return [
        isEmptyText(issue)
          ? named(field, 'required')
          : named(field, `too_small_${sizeKind(issue.origin)}`, { minimum: String(issue.minimum) }),
      ];
    case 'too_big':
      return [named(field, `too_big_${sizeKind(issue.origin)}`, { maximum: String(issue.maximum) })];
    case 'invalid_value':
      return [issue.input === undefined ? named(field, 'required') : named(field, 'choice')];
    case 'invalid_union':
      return [named(field, 'choice')];
    case 'invalid_format':
      return [issue.format === 'email' ? named(field, 'email') : named(field, 'format')];
    case 'custom': {
      const rule = issue.params?.['rule'];
      return [named(field, typeof rule === 'string' ? rule : 'format')];
    }
    default:
      return [named(field, 'format')];
  }
}

function isEmptyText(issue: { origin: string; minimum: number | bigint }): boolean {
  return issue.origin === 'string' && Number(issue.minimum) === 1;
}

function sizeKind(origin: string): 'text' | 'number' | 'list' {
  if (origin === 'string') return 'text';
  return origin === 'array' || origin === 'set' ? 'list' : 'number';
}

function named(field: string, rule: string, values?: Readonly<Record<string, string>>): FieldIssue {
  return { field, rule, message: `rule.${rule}`, ...(values ? { values } : {}) };
}
