import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { administer } from '../testing/setup.ts';
import { migrate } from './migrate.ts';
import { applicationRole, openPool } from './pool.ts';
import { ensureRoles } from './roles.ts';
import { requireOwnLogin } from './schema.ts';

const suffix = randomBytes(6).toString('hex');
const [name, owner, portal] = [`roles_${suffix}`, `our owner ${suffix}`, `portal_${suffix}`];
const adminUrl = process.env['ATRIUM_TEST_DATABASE'] ?? '';
const urlOf = (username: string, password: string) =>
  Object.assign(new URL(adminUrl), { username, password, pathname: `/${name}` }).href;
const addresses = { ownerUrl: urlOf(encodeURIComponent(owner), `it's`), applicationUrl: urlOf(portal, 'first') };

afterAll(async () => {
  await administer(adminUrl, `drop database if exists ${name} with (force)`);
  for (const role of [portal, owner]) await administer(adminUrl, `drop role if exists "${role}"`);
});

test('one command makes database and logins, of which the application’s owns nothing, and npm run migrate does the rest', async () => {
  await ensureRoles(adminUrl, addresses);
  expect((await migrate(addresses)).length).toBeGreaterThan(0);
  const pool = openPool({ url: addresses.applicationUrl, role: applicationRole, max: 1 });
  expect(await pool.sql.one('select count(*)::integer as count from client')).toEqual({ count: 0 });
  await expect(pool.sql.run('create table mine ()')).rejects.toThrow('permission denied');
  await pool.close();
});

test('a login that owns the tables, or may become their owner, is refused where the application begins', async () => {
  const look = async (url: string) => {
    const pool = openPool({ url, max: 1 });
    try {
      return await requireOwnLogin(pool.sql).then(
        () => 'taken',
        (error: unknown) => String(error),
      );
    } finally {
      await pool.close();
    }
  };
  expect(await look(addresses.applicationUrl)).toBe('taken');
  for (const url of [addresses.ownerUrl, Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href])
    expect(await look(url)).toContain('DATABASE_URL names the owner of the tables');
});

test('once more it gives the logins the passwords that the addresses have now', async () => {
  const changed = { ...addresses, applicationUrl: urlOf(portal, 'second') };
  await ensureRoles(adminUrl, changed);
  const pool = openPool({ url: changed.applicationUrl, role: applicationRole, max: 1 });
  expect(await pool.sql.one('select 1 as one')).toEqual({ one: 1 });
  await pool.close();
});

test('one login for both, or an address without a password, is refused', async () => {
  await expect(ensureRoles(adminUrl, { ...addresses, applicationUrl: addresses.ownerUrl })).rejects.toThrow('name one login');
  await expect(ensureRoles(adminUrl, { ...addresses, ownerUrl: urlOf('somebody', '') })).rejects.toThrow('a password');
});
