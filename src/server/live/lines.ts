import type { Database } from '../../base/sql.ts';
import type { Reach } from '../database/reach.ts';

/** A line of the live stream: topics that are stale for a client, or for everybody. */
export interface Line {
  id: bigint;
  client_id: number | null;
  topics: string[];
}

/** The channel on which new lines are announced. */
export const liveChannel = 'live';

/** As many are read at once. */
export const mostLines = 500;

interface LinesParts {
  readonly database: Database;
  readonly reach: Reach;
  readonly tell: (line: Line, isGap: boolean) => void;
}

/** Reads the lines that were announced, each once and in order, one reading at a time. */
export function openLines({ database, reach, tell }: LinesParts) {
  let lastSeen: bigint | undefined;
  let isReading = false;
  let isWanted = false;
  const readNew = async (): Promise<void> => {
    if (lastSeen === undefined) lastSeen = await newestId(database);
    const lines = await database.sql.many<Line>(
      'select id, client_id, topics from live_line where id > $1 order by id limit $2',
      [lastSeen, mostLines],
    );
    for (const line of lines) {
      const isGap = line.id !== lastSeen + 1n;
      lastSeen = line.id;
      tell(line, isGap);
    }
    if (lines.length === mostLines) isWanted = true;
  };
  const readAll = async (): Promise<void> => {
    isReading = true;
    while (isWanted) {
      isWanted = false;
      await readNew().catch((error: unknown) => reach.failed(error, 'the live lines could not be read'));
    }
    // In the same breath as the last look: whoever wakes it later begins anew.
    isReading = false;
  };
  const wake = (): void => {
    isWanted = true;
    if (!isReading) void readAll();
  };
  return {
    wake,
    /** The newest line that was read here; undefined before any was looked for. */
    newest: (): bigint | undefined => lastSeen,
    /** They are announced in their order; where one is missing between the last one and these, the table has it. */
    announced(text: string): void {
      const lines = linesIn(text);
      if (isReading || lastSeen === undefined || lines[0]?.id !== lastSeen + 1n) return wake();
      for (const line of lines) {
        lastSeen = line.id;
        tell(line, false);
      }
    },
    /** From here on nobody who listens may miss a line, also when none was announced before. */
    beginAt(newest: bigint): void {
      lastSeen ??= newest;
    },
  };
}

/** The lines of an announcement, whose ids follow each other; none where they were too long for one. */
function linesIn(text: string): readonly Line[] {
  if (text === '') return [];
  const lines = JSON.parse(text) as readonly (Omit<Line, 'id'> & { readonly id: number })[];
  return lines.map((line) => ({ ...line, id: BigInt(line.id) }));
}

export async function newestId(database: Database): Promise<bigint> {
  const row = await database.sql.one<{ id: bigint }>('select coalesce(max(id), 0)::bigint as id from live_line');
  return row.id;
}
