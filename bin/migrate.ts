/**
 * `npm run migrate`: brings the database that DATABASE_URL names to this release, as the owner of its tables (DATABASE_OWNER_URL).
 * The only command that wants the owner's password: what serves and works starts without it. Nothing else of the configuration is
 * asked for.
 */
import { migrate } from '../src/server/database/migrate.ts';
import { readAddresses } from '../src/server/start/addresses.ts';
import { ConfigurationError } from '../src/server/start/config.ts';

try {
  const ran = await migrate(readAddresses(process.env));
  for (const name of ran) process.stdout.write(`ran ${name}\n`);
  process.stdout.write('The database is of this release.\n');
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
process.exit();
