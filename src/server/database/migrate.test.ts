import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, versionFault } from './migrate.ts';
import { applicationRole, openPool } from './pool.ts';

const suffix = randomBytes(6).toString('hex');
const [name, owner, portal] = [`outside_${suffix}`, `owner_${suffix}`, `portal_${suffix}`];
let admin: pg.Client;
let addresses: { ownerUrl: string; applicationUrl: string };

beforeAll(async () => {
  const serverUrl = process.env['ATRIUM_TEST_DATABASE'] ?? '';
  admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  for (const role of [owner, portal]) await admin.query(`create role ${role} login password 'p'`);
  await admin.query(`create database ${name} owner ${owner}`);
  const urlOf = (username: string) => Object.assign(new URL(serverUrl), { username, password: 'p', pathname: `/${name}` }).href;
  addresses = { ownerUrl: urlOf(owner), applicationUrl: urlOf(portal) };
});
afterAll(async () => {
  await admin.query(`drop database if exists ${name} with (force)`);
  // The server may be somebody's own, and keeps no role of ours.
  for (const role of [portal, owner]) {
    await admin.query(`drop owned by ${role} cascade`);
    await admin.query(`drop role ${role}`);
  }
  await admin.end();
});

test.each([
  [140_022, 'DATABASE_URL leads to PostgreSQL 14; Atrium needs 15 or newer.'],
  [90_624, 'DATABASE_URL leads to PostgreSQL 9; Atrium needs 15 or newer.'],
  [150_000, undefined],
  [180_004, undefined],
])('a server of version %i is told what it lacks, if anything', (version, sentence) => {
  expect(versionFault(version)).toBe(sentence);
});

test('an owner who may not hand the application’s role on is told what to run', async () => {
  await expect(migrate(addresses)).rejects.toThrow(`run "grant ${applicationRole} to ${portal}" as a superuser first.`);
});

test('who made the application’s role may give it away, and two machines that start at once migrate once', async () => {
  // What PostgreSQL 16 and newer give to the maker of a role: to hand it on, not to become it.
  const version = await admin.query<{ number: number }>(`select current_setting('server_version_num')::int as number`);
  const given = (version.rows[0]?.number ?? 0) >= 160_000 ? 'admin true, set false, inherit false' : 'admin option';
  await admin.query(`grant ${applicationRole} to ${owner} with ${given}`);
  const [first, second] = await Promise.all([migrate(addresses), migrate(addresses)]);
  expect([first.length > 0, second.length > 0].toSorted()).toEqual([false, true]);
  for (const url of [addresses.applicationUrl, addresses.ownerUrl]) {
    await migrate({ ownerUrl: addresses.ownerUrl, applicationUrl: url });
    const pool = openPool({ url, role: applicationRole, max: 1 });
    expect(await pool.sql.one('select current_user::text as name')).toEqual({ name: applicationRole });
    await pool.close();
  }
});
