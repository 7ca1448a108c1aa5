import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { untilFollowed } from './counters.ts';
import type { Portal } from './portal.ts';

/** A statement as the database's log has it. */
export interface Traced {
  /** web or worker. */
  readonly by: string;
  readonly connection: string;
  readonly text: string;
  readonly commits: boolean;
}

/** Settings are heard of by every connection before its next statement; those that are idle need a moment. */
const heardMs = 500;
const longest = 150;

/** What one action makes the database do, statement by statement in the order in which they came. */
export async function trace(portal: Portal, action: () => Promise<unknown>): Promise<Traced[]> {
  const { owner, logFolder } = portal;
  const file = path.join(logFolder, 'statements.log');
  await owner.sql.run(`alter system set log_statement = 'all'`);
  await owner.sql.run('select pg_reload_conf()');
  await wait(heardMs);
  const before = readFileSync(file).length;
  await action();
  await untilFollowed(portal);
  const text = readFileSync(file).subarray(before).toString();
  await owner.sql.run('alter system reset log_statement');
  await owner.sql.run('select pg_reload_conf()');
  return shown(tracedIn(text));
}

function tracedIn(text: string): Omit<Traced, 'commits'>[] {
  return text.split(/^(?=(?:web|worker)\|\d+\|)/m).flatMap((entry) => {
    const [, by, connection, statement] =
      /^(web|worker)\|(\d+)\|LOG: {2}(?:statement|execute [^:]*): ([\s\S]*)/.exec(entry) ?? [];
    if (by === undefined || connection === undefined || statement === undefined) return [];
    return [
      {
        by,
        connection,
        text:
          statement
            .split(/\n(?!\t)/)[0]
            ?.replaceAll(/\s+/g, ' ')
            .trim() ?? '',
      },
    ];
  });
}

/** Connections are named by letters; a statement without a transaction around it commits by itself. */
function shown(statements: readonly Omit<Traced, 'commits'>[]): Traced[] {
  const names = new Map<string, string>();
  const isOpen = new Map<string, boolean>();
  return statements.flatMap(({ by, connection, text }) => {
    if (!names.has(connection)) names.set(connection, String.fromCodePoint(97 + (names.size % 26)));
    const begins = /^begin/i.test(text);
    const ends = /^(commit|rollback)/i.test(text);
    const commits = ends || isOpen.get(connection) !== true;
    if (begins || ends) isOpen.set(connection, begins);
    if (begins) return [];
    return [{ by, connection: names.get(connection) ?? connection, text: text.slice(0, longest), commits }];
  });
}
