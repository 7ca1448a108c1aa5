import type { Sql } from '../src/base/sql.ts';
import { hashSeedPassword } from './clients.ts';

/** One of each role that the desk knows (interfaces §5); their password is the clients'. */
export const staffRoles = ['agent', 'compliance', 'finance', 'admin'] as const;

/** The address that one of a role signs in with. */
export function staffEmailOf(role: (typeof staffRoles)[number]): string {
  return `${role}@staff.atrium.test`;
}

/** Writes the broker's own people. Who exists stays as they are. */
export async function seedStaff(sql: Sql, now: Date): Promise<void> {
  const hashes = await Promise.all(staffRoles.map(hashSeedPassword));
  await sql.run(
    `insert into staff (email, role, password_hash, created_at)
       select email, role, hash, $4 from unnest($1::text[], $2::text[], $3::text[]) as seeded (email, role, hash)
     on conflict (email) do nothing`,
    [staffRoles.map(staffEmailOf), staffRoles, hashes, now],
  );
}
