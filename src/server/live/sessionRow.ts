import { gathered, inTheirOrder } from '../../base/gather.ts';
import { clientProfileColumns, type ClientProfileRow } from '../../law/clientProfile.ts';

/** A session with what serve must know of its client. */
interface SessionRow extends ClientProfileRow {
  place: number;
  session_id: bigint;
  sid: string;
  seen_at: Date;
  told_version: number;
  version: number;
  notices_version: number;
  inbox_version: number;
}

interface Sought {
  readonly hash: Buffer;
  readonly wall: Date;
  readonly seenAfter: Date;
}

/** The session of a secret's hash while it stands. */
export const sessionRow = gathered<Sought, SessionRow | undefined>(async (sql, sought) => {
  const rows = await sql.many<SessionRow>(
    `select a.place::integer as place, s.id as session_id, s.sid, s.seen_at, s.told_version, c.version, c.notices_version, c.inbox_version,
            ${clientProfileColumns('c')}
       from unnest($1::bytea[], $2::timestamptz[], $3::timestamptz[]) with ordinality a (hash, wall, seen_after, place)
       join session s on s.secret_hash = a.hash join client c on c.id = s.client_id
      where s.ended_at is null and s.expires_at > a.wall and s.seen_at > a.seen_after`,
    [sought.map(({ hash }) => hash), sought.map(({ wall }) => wall), sought.map(({ seenAfter }) => seenAfter)],
  );
  return inTheirOrder(sought.length, rows);
});
