import type pg from 'pg';
import { ConfigurationError } from '../start/config.ts';
import type { MigrationAddresses } from './migrate.ts';
import { applicationRole, singleClient } from './pool.ts';

interface Login {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** A database is a copy of a template, which a slow disk takes its time for. */
const madeWithinMs = 120_000;

/**
 * Makes the two logins and the database as their addresses name them, and the role that the application acts as. What is there
 * already is kept; passwords are set to those of the addresses. `adminUrl` may create roles and databases.
 */
export async function ensureRoles(adminUrl: string, addresses: MigrationAddresses): Promise<void> {
  const [owner, portal] = [loginOf('DATABASE_OWNER_URL', addresses.ownerUrl), loginOf('DATABASE_URL', addresses.applicationUrl)];
  if (owner.user === portal.user)
    throw new ConfigurationError(
      'DATABASE_OWNER_URL and DATABASE_URL name one login: the application is to have one that owns nothing.',
    );
  if (owner.database !== portal.database) throw new ConfigurationError('DATABASE_OWNER_URL and DATABASE_URL name two databases.');
  const client = singleClient({ url: adminUrl, answerWithinMs: madeWithinMs });
  await client.connect();
  try {
    await client.query(`set password_encryption = 'scram-sha-256'`);
    if (!(await has(client, 'role', applicationRole))) await client.query(`create role ${applicationRole} nologin`);
    for (const login of [owner, portal]) await ensureLogin(client, login);
    const names = { owner: client.escapeIdentifier(owner.user), portal: client.escapeIdentifier(portal.user) };
    await client.query(`grant ${applicationRole} to ${names.portal}`);
    const database = client.escapeIdentifier(owner.database);
    if (!(await has(client, 'database', owner.database))) {
      // Who gives a database away must be a member of whom it goes to.
      await client.query(`grant ${names.owner} to current_user`).catch(() => undefined);
      await client.query(`create database ${database} owner ${names.owner} encoding 'UTF8' template template0`);
    }
    // From elsewhere in the cluster nobody comes in.
    await client.query(`revoke connect, temporary on database ${database} from public`);
    await client.query(`grant connect on database ${database} to ${names.portal}`);
  } finally {
    await client.end();
  }
}

function loginOf(name: string, address: string): Login {
  const url = new URL(address);
  const login = {
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  };
  if (!login.user || !login.password || !login.database)
    throw new ConfigurationError(`${name} must name a user, a password and a database: they are made as it says.`);
  return login;
}

async function ensureLogin(client: pg.Client, { user, password }: Login): Promise<void> {
  const verb = (await has(client, 'role', user)) ? 'alter' : 'create';
  await client.query(`${verb} role ${client.escapeIdentifier(user)} login password ${client.escapeLiteral(password)}`);
}

const catalogs = {
  role: 'select 1 from pg_roles where rolname = $1',
  database: 'select 1 from pg_database where datname = $1',
} as const;

async function has(client: pg.Client, what: keyof typeof catalogs, name: string): Promise<boolean> {
  return (await client.query(catalogs[what], [name])).rows.length > 0;
}
