import type { Sql } from '../src/base/sql.ts';
import { staffRoles, type StaffRole } from '../src/law/staff.ts';
import { seedPasswordHashes } from './clients.ts';

/** The address that the one of a role signs in with (interfaces §5); the password is the clients'. */
export function staffEmailOf(role: StaffRole): string {
  return `${role}@staff.atrium.test`;
}

/** What they are called. */
const names: Readonly<Record<StaffRole, string>> = {
  agent: 'Amina Agent',
  compliance: 'Carl Compliance',
  finance: 'Fiona Finance',
  analyst: 'Anton Analyst',
  admin: 'Ada Admin',
};

/** Writes the broker's own people. Who exists stays as they are. */
export async function seedStaff(sql: Sql, now: Date): Promise<void> {
  const hashes = await seedPasswordHashes(staffRoles.length);
  await sql.run(
    `insert into staff (email, role, password_hash, name, created_at)
       select email, role, hash, name, $5 from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as seeded (email, role, hash, name)
     on conflict (email) do nothing`,
    [staffRoles.map(staffEmailOf), staffRoles, hashes, staffRoles.map((role) => names[role]), now],
  );
}
