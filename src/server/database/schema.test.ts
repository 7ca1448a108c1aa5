import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../start/config.ts';
import { knownFunctions, readFunctions } from './functions.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { openPool, type Pool } from './pool.ts';
import { migrationsFolder, schemaState, thisRelease, type Release } from './schema.ts';
import { contractions, rewritings } from '../testing/contractions.ts';

const suffix = randomBytes(6).toString('hex');
const [name, owner, portal] = [`schema_${suffix}`, `keeper_${suffix}`, `login_${suffix}`];
let admin: pg.Client;
let addresses: { ownerUrl: string; applicationUrl: string };
let pool: Pool;

beforeAll(async () => {
  const serverUrl = process.env['ATRIUM_TEST_DATABASE'] ?? '';
  admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create role ${owner} login password 'p'`);
  await admin.query(`create role ${portal} login password 'p' in role atrium_app`);
  await admin.query(`create database ${name} owner ${owner}`);
  const urlOf = (username: string) => Object.assign(new URL(serverUrl), { username, password: 'p', pathname: `/${name}` }).href;
  addresses = { ownerUrl: urlOf(owner), applicationUrl: urlOf(portal) };
  pool = openPool({ url: addresses.ownerUrl, max: 1 });
});
afterAll(async () => {
  await pool.close();
  await admin.query(`drop database if exists ${name} with (force)`);
  for (const role of [portal, owner]) await admin.query(`drop role ${role}`);
  await admin.end();
});

/** A process in production that has one login, the application's, and nothing else. */
async function open(url = addresses.applicationUrl): Promise<void> {
  const config = { ...readConfig({ DATABASE_URL: url }), mode: 'production' } as const;
  const database = await openDatabase(config, () => undefined);
  await database.close();
}

const older = (): Release => {
  const { migrations, functions } = thisRelease();
  return { migrations: migrations.slice(0, -1), functions };
};
const withFunctions = (number: number, text: string): Release => {
  const { migrations, functions } = thisRelease();
  const files = functions.files.map((file) => ({ ...file, text, hash: text }));
  return { migrations, functions: { ...functions, files, number } };
};

describe('a program in production', () => {
  test('does not begin on a database that lacks something, and says what to run', async () => {
    await expect(open()).rejects.toThrow(/^The database is of an older release .* run npm run migrate with DATABASE_OWNER_URL/);
    expect(await pool.sql.one(`select to_regclass('public.migration') is null as untouched`)).toEqual({ untouched: true });
  });

  test('begins without the owner’s password once npm run migrate has run', async () => {
    const ran = await migrate(addresses);
    await open();
    expect(ran).toEqual(thisRelease().migrations.map((migration) => migration.name));
  });

  test('does not begin with the owner’s login in place of the application’s', async () => {
    await expect(open(addresses.ownerUrl)).rejects.toThrow(/^DATABASE_URL names the owner of the tables/);
  });

  test('is ready for one release at a time: what is behind is told by name', async () => {
    const { migrations, functions } = thisRelease();
    const state = await schemaState(pool.sql, {
      migrations: [...migrations, { name: '209901010000_next', digest: '' }],
      functions,
    });
    expect(state).toEqual({ is: 'behind', missing: ['209901010000_next'] });
    expect(await schemaState(pool.sql, withFunctions(functions.number + 1, 'newer'))).toMatchObject({ is: 'behind' });
  });
});

describe('a program that is older than the database', () => {
  const refused = /^The database is of a newer release than this program \(it has /;
  const applied = () => pool.sql.many('select name, hash, number from repeatable_sql order by name');

  test('does not migrate it, and leaves its functions as they are', async () => {
    const before = await applied();
    await expect(migrate(addresses, older())).rejects.toThrow(refused);
    await expect(migrate(addresses, withFunctions(readFunctions().number - 1, 'select 1'))).rejects.toThrow(refused);
    expect(await applied()).toEqual(before);
  });

  test('does not start on it', async () => {
    await pool.sql.run(`insert into migration (name, run_on) values ('209901010000_next', now())`);
    await expect(open()).rejects.toThrow(/it has 209901010000_next\): start the release that migrated it/);
    await pool.sql.run(`delete from migration where name = '209901010000_next'`);
    await open();
  });

  test('is kept from applying its functions by the database, when it comes from before numbers were given', async () => {
    const asItDid = `insert into repeatable_sql values ('../../ledger/book.sql', 'old') on conflict (name) do update set hash = excluded.hash`;
    await expect(pool.sql.run(asItDid)).rejects.toThrow('a program that is older does not apply its own');
  });
});

describe('a migration that was changed after it ran', () => {
  const refused =
    /^Migrations of this program had another text when they ran on this database \(202611230010_company_moves\): start/;
  const changed = (): Release => {
    const { migrations, functions } = thisRelease();
    const edited = (name: string) => name === '202611230010_company_moves';
    return { migrations: migrations.map((each) => (edited(each.name) ? { ...each, digest: '0'.repeat(64) } : each)), functions };
  };
  const setDigest = (digest: string | null) =>
    pool.sql.run(`update migration set digest = $1 where name = '202611230010_company_moves'`, [digest]);
  const digestNow = async () =>
    (await pool.sql.one<{ digest: string }>(`select digest from migration where name = '202611230010_company_moves'`)).digest;

  test('is told by its name, and neither migrates nor starts', async () => {
    const kept = await digestNow();
    await expect(migrate(addresses, changed())).rejects.toThrow(refused);
    await setDigest('0'.repeat(64));
    await expect(open()).rejects.toThrow(refused);
    await setDigest(kept);
    await open();
  });

  test('is not known where it ran before digests were kept: the next migrating takes what there is', async () => {
    const kept = await digestNow();
    await setDigest(null);
    await open();
    expect(await schemaState(pool.sql, changed())).toEqual({ is: 'current' });
    await migrate(addresses);
    expect(await digestNow()).toBe(kept);
    await pool.sql.run('alter table migration rename column digest to hidden');
    expect(await schemaState(pool.sql, thisRelease())).toEqual({ is: 'current' });
    await pool.sql.run('alter table migration rename column hidden to digest');
  });
});

test('nobody begins to write where a dump of another PostgreSQL was restored', async () => {
  const setCluster = async (cluster: string) => {
    const superuser = new pg.Client({
      connectionString: Object.assign(new URL(process.env['ATRIUM_TEST_DATABASE'] ?? ''), { pathname: `/${name}` }).href,
    });
    await superuser.connect();
    await superuser.query('set session_replication_role = replica');
    await superuser.query(`update audit_era set cluster = ${cluster}`);
    await superuser.end();
  };
  await setCluster(`'1'`);
  await expect(open()).rejects.toThrow(
    /^The database was restored into another PostgreSQL .* npm run audit -- --new-era, and start again \(docs\//,
  );
  await setCluster('(pg_control_system()).system_identifier::text');
  await open();
});

test('what the functions have become is written down: npm run registries does it', () => {
  expect(knownFunctions().at(-1)).toBe(readFunctions().hash);
});

describe('migrations expand first', () => {
  const since = '202611220800';
  const rootFile = (name: string) => readFileSync(path.join(import.meta.dirname, '../../..', name), 'utf8');
  const commit: string = JSON.parse(rootFile('bench/upgrade/from.json')).commit;
  /** The release that the drill upgrades from, and those that the changelog has. */
  const released = [commit, ...[...rootFile('CHANGELOG.md').matchAll(/^## (\d\S*)/gm)].map((match) => match[1] ?? '')];
  const texts = readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql') && file >= since)
    .map((file) => [file, readFileSync(path.join(migrationsFolder, file), 'utf8')] as const);

  const earlierThan = (file: string) =>
    readdirSync(migrationsFolder)
      .filter((other) => other < file)
      .map((other) => readFileSync(path.join(migrationsFolder, other), 'utf8'))
      .join('\n');

  test('an index over rows of a status is one more promise, unless nobody could write it before', () => {
    const text = `create unique index one on trailing_stop (number) where status = 'waits'`;
    expect(contractions('209901010000_x.sql', text, { released, earlier: `check (status in ('waits', 'on'))` })).toHaveLength(1);
    expect(contractions('209901010000_x.sql', text, { released, earlier: `check (status in ('on'))` })).toEqual([]);
  });

  test.each(texts)('%s takes nothing from the release before it', (file, text) => {
    expect(contractions(file, text, { released, earlier: earlierThan(file) })).toEqual([]);
  });

  test('functions are replaced where they stand, or get a sibling that takes other arguments', () => {
    const dropping = readFunctions().files.filter(({ text }) => /^\s*(drop|create)\s+function/im.test(text));
    expect(dropping.map((file) => file.name)).toEqual([]);
  });

  test.each([
    'alter table wallet drop column number;',
    'drop table wallet;',
    'ALTER TABLE wallet\n  RENAME COLUMN number TO digits;',
    'alter table wallet rename to purse;',
    'alter table wallet alter column number type text;',
    'alter table wallet alter column colour set not null;',
    'alter table wallet add column colour text not null;',
    'alter table wallet add check (number > 5);',
    'alter table wallet add constraint five check (number > 5);',
    'drop function ledger_post;',
    'revoke update on wallet from atrium_app;',
    'create unique index wallet_colour on wallet (colour);',
  ])('one that contracts is found: %s', (text) => {
    expect(contractions('209901010000_x.sql', `-- drop table in a comment is none\n${text}`, { released })).toHaveLength(1);
    for (const release of [commit, '0.1.0'])
      expect(contractions('209901010000_x.contract.sql', `-- after ${release}\n${text}`, { released })).toEqual([]);
  });

  test.each([
    'alter table wallet add column colour text;',
    `alter table wallet add column colour text not null default 'red';`,
    'create table purse (id integer not null); create unique index purse_id on purse (id); alter table purse add check (id > 0);',
    'alter table wallet alter column number drop not null;',
    'alter table wallet drop constraint five, add constraint five check (number > 5 or number = 1);',
  ])('one that expands is none: %s', (text) => {
    expect(contractions('209901010000_x.sql', text, { released })).toEqual([]);
  });

  test.each(['', '-- after 9.9.9\n', '-- after Unreleased\n', `-- after ${'0'.repeat(40)}\n`, `\n-- after 0.1.0\n`])(
    'one that contracts before it may is found: it begins with %j',
    (first) => {
      expect(contractions('209901010000_x.contract.sql', `${first}drop table wallet;`, { released })).toHaveLength(1);
    },
  );
});

describe('migrations', () => {
  const files = readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql'));
  /** From before names were given by the minute. */
  const numbered =
    `0001_foundation 0002_ledger 0010_session_notices 0011_accounts 0012_remittance 0013_rates 0014_trading 0015_inbox
    0016_account_asking 0017_opening_key 0018_left_over 0019_webhook_verdict 0020_risk 0021_sign_in 0023_exchange 0024_holders
    0025_sealed_accounts 0026_fewer_indexes 0027_under_way 0028_staff 0029_phases 0030_asked_at`.split(/\s+/);
  const isNamedByTime = (file: string) =>
    /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])[0-5]\d_[a-z0-9_]+(\.contract)?\.sql$/.test(file);

  test('are named by the minute in which they were written, so that two that are written at once never have one name', () => {
    expect(files.filter((file) => !isNamedByTime(file))).toEqual(numbered.map((name) => `${name}.sql`));
    expect(['0031_next.sql', '20261122_next.sql', '202613220800_next.sql', '202611220800.sql'].filter(isNamedByTime)).toEqual([]);
  });

  /** The beginning of each statement that rewrites what was posted or recorded all the same, by its file. */
  const right: Readonly<Record<string, readonly string[]>> = {
    '0027_under_way.sql': [
      // A column of this file is filled with what the row says in another one.
      'update remittance set taken_back_by = provider_transaction',
      // Seals of before say which text they were made of; what they seal stays as it was.
      'alter table audit_seal disable trigger append_only',
      'update audit_seal set form = 1 where accounts is null',
    ],
    '202611220736_carried_over.sql': [
      // The balances follow the movements that are posted there, as the book has them follow any.
      'update ledger_account set balance = balance - minor',
      'update ledger_account set balance = balance + minor',
    ],
  };

  test('rewrite no row of the ledger, the audit, a payment or the outbox', () => {
    const found = files.flatMap((file) => {
      const said = rewritings(readFileSync(path.join(migrationsFolder, file), 'utf8'));
      return said.map((statement) => [file, statement] as const);
    });
    const isRight = ([file, statement]: readonly [string, string]) => right[file]?.some((begin) => statement.startsWith(begin));
    expect(found.filter((each) => !isRight(each))).toEqual([]);
    expect(found.length).toBe(Object.values(right).flat().length);
  });

  test.each([
    `update remittance set details = '{}';`,
    'UPDATE ONLY\n  ledger_entry SET amount = 1;',
    'delete from audit_event where id < 5;',
    'truncate table remittance_stage;',
    'with old as (select 1) update provider_transaction t set digest = null from old;',
    'do $$ begin perform 1; update outbox set topic = $q$b$q$; end $$;',
    'create function pg_temp.f() returns void language sql as $$ delete from ledger_hold $$;',
    'alter table audit_event disable trigger append_only;',
    `insert into ledger_account (code) values ('x') on conflict (code) do update set balance = 0;`,
  ])('one that rewrites is found: %s', (text) => {
    expect(rewritings(`-- update remittance set phase is none in a comment\n${text}`)).toHaveLength(1);
  });

  test.each([
    'create function remittance_next() returns trigger language plpgsql as $$ begin update remittance set phase = 1; end $$;',
    'grant select, insert, update on remittance, ledger_entry to atrium_app;',
    'create trigger t before update on remittance for each row execute function f();',
    'update wallet set name = null; update remittance_under_way set phase = phase;',
    'insert into ledger_account (code) values (1) on conflict do nothing;',
  ])('one that does not is none: %s', (text) => {
    expect(rewritings(text)).toEqual([]);
  });
});
