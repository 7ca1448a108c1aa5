export interface Before {
  /** The releases that are out, by their number or commit. */
  readonly released: readonly string[];
  /** What all migrations before it say. */
  readonly earlier?: string;
}

/**
 * What a migration takes from the release before it, which still runs beside this one while a broker upgrades: a statement each.
 * A file that says of itself that it contracts (`…_what.contract.sql`) comes a release later, and says in its first line which one
 * uses no more what it takes away (`-- after 0.1.0`): one of those that are out.
 */
export function contractions(file: string, text: string, { released, earlier = '' }: Before): string[] {
  if (file.endsWith('.contract.sql')) {
    const after = /^-- after (\S+)\n/.exec(text)?.[1];
    return after !== undefined && released.includes(after) ? [] : [`-- after ${after ?? 'no release'}`];
  }
  const statements = statementsOf(text);
  const made = namesIn(statements, /^create table (?:if not exists )?(\w+)/g);
  const droppedIndexes = namesIn(statements, /^drop index (?:if exists )?(\w+)/g);
  const droppedConstraints = namesIn(statements, /\bdrop constraint (?:if exists )?(\w+)/g);
  return statements.filter((statement) => {
    if (/^drop (table|view|materialized view|type|domain|sequence|schema)\b/.test(statement)) return true;
    if (/^drop function\b(?!.*\bpg_temp\.)/.test(statement)) return true;
    if (/^revoke\b.*\bfrom atrium_app\b/.test(statement)) return true;
    const index = /^create unique index (\w+) on (?:only )?(\w+)/.exec(statement);
    if (index)
      return (
        !made.has(index[2] ?? '') &&
        !droppedIndexes.has(index[1] ?? '') &&
        !isOfNewColumn(statement, statements) &&
        !isOfNewStatus(statement, earlier)
      );
    const alter = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement);
    if (!alter || made.has(alter[1] ?? '')) return false;
    return actionsOf(alter[2] ?? '').some((action, _, all) => takesAway(action, { all, droppedConstraints }));
  });
}

/** What was posted, recorded or told: its rows are only added to, and change along the engine's own tables alone. */
const kept = String.raw`(?:ledger_\w+|audit_\w+|remittance|remittance_stage|provider_transaction|outbox)`;
const changesKept = new RegExp(
  String.raw`\b(?:update|delete from|truncate|truncate table|merge into) (?:only )?${kept}\b|\balter table (?:only )?${kept} disable trigger\b`,
);
const addsKept = new RegExp(String.raw`\binsert into ${kept}\b`);

/** Where a migration itself rewrites such rows, a statement each; what a function that stays does when it is called is the engine's. */
export function rewritings(text: string): string[] {
  return statementsOf(text, (head) => /^\s*do\b|\bpg_temp\./i.test(head)).filter(
    (statement) => changesKept.test(statement) || (addsKept.test(statement) && / do update\b/.test(statement)),
  );
}

/** Over a column that comes with the same file and is empty where nobody fills it: nothing that the release before writes is alike. */
function isOfNewColumn(index: string, statements: readonly string[]): boolean {
  const columns = (/\(([\w, ]+)\)/.exec(index)?.[1] ?? '').split(', ');
  const added = statements
    .filter((statement) => statement.startsWith('alter table'))
    .flatMap(actionsOf)
    .filter((action) => !/\b(not null|default|generated)\b/.test(action));
  return columns.some((column) => added.some((action) => new RegExp(`\\badd column ${column}\\b`).test(action)));
}

/** Over rows of a status that no migration before it knew: the release before writes none. */
function isOfNewStatus(index: string, earlier: string): boolean {
  const status = / where status = ('\w+')$/.exec(index)?.[1];
  return status !== undefined && earlier !== '' && !earlier.toLowerCase().includes(status);
}

interface Around {
  readonly all: readonly string[];
  readonly droppedConstraints: ReadonlySet<string>;
}

function takesAway(action: string, { all, droppedConstraints }: Around): boolean {
  if (/^rename\b/.test(action)) return true;
  if (/^alter (column )?\w+ (set data )?type\b/.test(action) || /^alter (column )?\w+ set not null\b/.test(action)) return true;
  const dropped = /^drop column (?:if exists )?(\w+)/.exec(action)?.[1];
  // Made again in the same breath: a generated column whose rule has changed.
  if (dropped !== undefined) return !all.some((other) => other.startsWith(`add column ${dropped} `));
  if (/^add column\b/.test(action)) return /\bnot null\b/.test(action) && !/\b(default|generated)\b/.test(action);
  const constraint = /^add (?:constraint (\w+) )?(?:check|unique|foreign key|primary key|exclude)\b/.exec(action);
  // One that takes the place of another is there to let more in; whether it does, the drill of upgrades finds out.
  return constraint !== null && !droppedConstraints.has(constraint[1] ?? '');
}

/** Whether what stands between dollar quotes is read too, by the beginning of its statement. */
type KeepsBody = (head: string) => boolean;

/** Without comments and bodies of functions, in small letters, one blank between words. */
function statementsOf(text: string, keepsBody: KeepsBody = () => false): string[] {
  return withoutBodies(text.replace(/--[^\n]*/g, ''), keepsBody)
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase())
    .filter(Boolean);
}

/** Each text between two like dollar quotes gives way to an empty one. */
function withoutBodies(text: string, keepsBody: KeepsBody): string {
  let left = '';
  let at = 0;
  for (;;) {
    const quote = /\$\w*\$/.exec(text.slice(at));
    const end = quote === null ? -1 : text.indexOf(quote[0], at + quote.index + quote[0].length);
    if (quote === null || end < 0) return left + text.slice(at);
    left += text.slice(at, at + quote.index);
    const isKept = keepsBody(left.slice(left.lastIndexOf(';') + 1));
    left += isKept ? text.slice(at + quote.index + quote[0].length, end) : `''`;
    at = end + quote[0].length;
  }
}

const actionsOf = (text: string): string[] => text.split(/, (?=(?:add|drop|alter|rename|set|validate|enable|disable)\b)/);

function namesIn(statements: readonly string[], pattern: RegExp): ReadonlySet<string> {
  return new Set(statements.flatMap((statement) => [...statement.matchAll(pattern)].map((match) => match[1] ?? '')));
}
