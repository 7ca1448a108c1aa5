import { hash } from '@node-rs/argon2';
import { clientId, type ClientId } from '../src/base/id.ts';
import type { Sql } from '../src/base/sql.ts';
import { after, dayMs } from '../src/base/time.ts';
import { companyProfileOf } from '../src/law/regions/index.ts';
import { noteProven } from '../src/areas/contacts/face.ts';
import { rememberIdentity } from '../src/areas/duplicates/face.ts';
import { emailOf, personas, seedPassword, type Persona } from './personas.ts';

/** Writes the seeded clients, each with a person of its own. Answers their ids by name. Clients who exist stay as they are. */
export async function seedClients(sql: Sql, now: Date): Promise<ReadonlyMap<string, ClientId>> {
  const ids = new Map<string, ClientId>();
  const hashes = await seedPasswordHashes(personas.length);
  for (const [index, persona] of personas.entries()) {
    ids.set(persona.name, await seedClient(sql, { persona, passwordHash: hashes[index] ?? '', now }));
  }
  return ids;
}

/** Hashing is most of what it takes to seed the clients, so a process that seeds again and again does it once. */
const hashed: Promise<string>[] = [];
/** As the portal hashes, or in tests, which sign in a thousand times with a password that everybody knows, as lightly as argon2 can. */
const isLight = process.env['ATRIUM_TEST_PASSWORDS'] === 'light';
const strength = isLight ? { memoryCost: 8, timeCost: 1, parallelism: 1 } : { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What the database keeps of the seeds' password, so many times: each another text, since each has a salt of its own. */
export function seedPasswordHashes(count: number): Promise<readonly string[]> {
  while (hashed.length < count) hashed.push(hash(seedPassword, strength));
  return Promise.all(hashed.slice(0, count));
}

async function seedClient(sql: Sql, seed: { persona: Persona; passwordHash: string; now: Date }): Promise<ClientId> {
  const { persona, passwordHash, now } = seed;
  const email = emailOf(persona.name);
  const known = await sql.maybe<{ id: number }>('select id from client where email = $1', [email]);
  if (known) return clientId(known.id);
  const registeredAt = after(now, -persona.registeredDaysAgo * dayMs);
  const person = await sql.one<{ id: number }>('insert into person (created_at) values ($1) returning id', [registeredAt]);
  const row = await sql.one<{ id: number }>(
    `insert into client (person_id, company_id, branch_id, country, status_id, client_category, email, mobile_phone,
       first_name, last_name, language, password_hash, at_passed, has_approved_id, has_approved_residence, can_refer, registered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16) returning id`,
    [
      person.id,
      persona.company,
      companyProfileOf(persona.company).branch,
      persona.country,
      persona.status,
      persona.category ?? 0,
      email,
      persona.phone,
      persona.firstName,
      persona.lastName,
      persona.language ?? 'en',
      passwordHash,
      persona.hasPassedTest ?? false,
      persona.hasPapers ?? false,
      true,
      registeredAt,
    ],
  );
  const { firstName, lastName, phone } = persona;
  const id = clientId(row.id);
  await rememberIdentity(sql, { clientId: id, known: { email, phone, firstName, lastName }, at: registeredAt });
  await noteProven(sql, { client: id, what: 'email', value: email, at: registeredAt });
  // The number of whoever is approved was called at the time.
  if (persona.status === 12) await noteProven(sql, { client: id, what: 'mobile', value: phone, at: registeredAt });
  return id;
}
