/**
 * `npm run roles`: makes the database, the owner's login and the application's as DATABASE_OWNER_URL and DATABASE_URL name them,
 * passwords included, by DATABASE_ADMIN_URL (who may create roles and databases, and is not needed afterwards). Again on a database
 * that is there it changes the passwords. `npm run migrate` comes next.
 */
import { ensureRoles } from '../src/server/database/roles.ts';
import { addressIn, readAddresses } from '../src/server/start/addresses.ts';
import { ConfigurationError } from '../src/server/start/config.ts';

try {
  const adminUrl = addressIn(process.env, 'DATABASE_ADMIN_URL');
  if (adminUrl === undefined) throw new ConfigurationError('DATABASE_ADMIN_URL is missing: who may create roles and databases.');
  await ensureRoles(adminUrl, readAddresses(process.env));
  process.stdout.write('The database and its two logins are there; npm run migrate comes next.\n');
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
process.exit();
