import type { MigrationAddresses } from '../database/migrate.ts';
import { ConfigurationError } from './config.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The two logins of the database, for a command that needs nothing else of the configuration. */
export function readAddresses(variables: Variables): MigrationAddresses {
  const applicationUrl = addressIn(variables, 'DATABASE_URL');
  if (applicationUrl === undefined)
    throw new ConfigurationError('DATABASE_URL is missing; a sandbox on its own data folder migrates by itself when it starts.');
  return { applicationUrl, ownerUrl: addressIn(variables, 'DATABASE_OWNER_URL') ?? applicationUrl };
}

export function addressIn(variables: Variables, name: string): string | undefined {
  const text = variables[name];
  if (!text) return undefined;
  if (URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)) return text;
  throw new ConfigurationError(`${name} must be an address beginning with postgres:// or postgresql://.`);
}
