import type { Sql } from '../base/sql.ts';
import type { Finding } from './audit.ts';

/**
 * The head of the chain as it was kept outside the database. Whoever may rewrite the database can make a chain that agrees with
 * itself; it does not agree with what was written down elsewhere.
 */
export interface Anchor {
  readonly era: number;
  readonly seal: bigint;
  /** Hexadecimal. */
  readonly hash: string;
  readonly sealedAt: string;
}

/** The head of the chain; undefined before the first seal. */
export async function headOf(sql: Sql): Promise<Anchor | undefined> {
  const row = await sql.maybe<{ era: number; seal: bigint; hash: string; sealed_at: Date }>(
    `select (select coalesce(max(number), 1) from audit_era) as era, number as seal, encode(hash, 'hex') as hash, sealed_at
     from audit_seal order by number desc limit 1`,
  );
  return row && { era: row.era, seal: row.seal, hash: row.hash, sealedAt: row.sealed_at.toISOString() };
}

export interface AnchorVerdict {
  readonly findings: readonly Finding[];
  /** So many stand in the chain as they were written down. */
  readonly held: number;
  /** So many are of links that a restored backup did not have any more, as the era after them says. */
  readonly givenUp: number;
}

/**
 * Compares what was written down outside with the chain. Only the first `knownEras` give links up: whoever may cut seals may begin an
 * era as well, and does not know how many the operator has begun.
 */
export async function verifyAnchors(sql: Sql, anchors: readonly Anchor[], knownEras?: number): Promise<AnchorVerdict> {
  const rows = await sql.many<{ place: number; hash: string | null; last: bigint | null; given_up: boolean }>(
    `select a.place::integer as place, encode(s.hash, 'hex') as hash, (select max(number) from audit_seal) as last,
       exists (select from audit_era e where e.number > a.era and a.seal > e.after_seal and ($3::integer is null or e.number <= $3)) as given_up
     from unnest($1::bigint[], $2::integer[]) with ordinality a (seal, era, place) left join audit_seal s on s.number = a.seal
     order by a.place`,
    [anchors.map(({ seal }) => String(seal)), anchors.map(({ era }) => era), knownEras],
  );
  const findings = rows.flatMap(({ place, hash, last, given_up: isGivenUp }): Finding[] => {
    const anchor = anchors[place - 1];
    if (!anchor || isGivenUp || hash === anchor.hash) return [];
    const ended =
      hash === null ? `is not in the chain, which ends with seal ${last ?? 'none'}` : `has the hash ${hash} in the chain`;
    const detail = `seal ${anchor.seal} of ${anchor.sealedAt} was written down with the hash ${anchor.hash} and ${ended}`;
    return [{ check: 'anchor_differs', detail }];
  });
  const givenUp = rows.filter(({ given_up: isGivenUp }) => isGivenUp).length;
  return { findings, givenUp, held: rows.length - givenUp - findings.length };
}
