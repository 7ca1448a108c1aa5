import type { Sql } from '../../base/sql.ts';
import { isApprovalWaiting } from '../approvals/face.ts';
import type { Hit, HitLine } from './contract.ts';
import { aboutHit } from './deciding.ts';
import type { Score } from './names/scoring.ts';
import { hitAction } from './perform.ts';
import { isRemoved, type HitRow, type KeptPerson } from './store.ts';

export function shownLine({ id, list, kind, entry, points, status, foundAt }: HitRow): HitLine {
  return { id, list, kind, name: entry.names[0] ?? '', points, status, found_at: foundAt.toISOString() };
}

export async function shownHit(sql: Sql, row: HitRow): Promise<Hit> {
  // Written by `keepHit`, and by nobody else.
  const score = row.score as Score;
  return {
    ...shownLine(row),
    client_id: row.clientId,
    typed: shownPerson(row.typed),
    entry: { ...shownPerson(row.entry), key: row.entryKey, reasons: [...row.entry.reasons] },
    factors: {
      name: {
        points: score.name.points,
        typed: score.name.typed,
        listed: score.name.listed,
        words: score.name.words.map(({ one, other, value }) => ({
          typed: one,
          listed: other,
          likeness: Math.round(value * 100),
        })),
      },
      birth_date: score.birthDate,
      country: score.country,
    },
    is_removed: await isRemoved(sql, row),
    waits_for_second: await isApprovalWaiting(sql, { action: hitAction, subject: aboutHit(row) }),
    decided_by: row.decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason_code: row.reasonCode,
  };
}

function shownPerson({ names, birthDates, countries }: KeptPerson) {
  return { names: [...names], birth_dates: [...birthDates], countries: [...countries] };
}
