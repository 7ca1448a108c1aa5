/* What the commands share that look into the broker's database from beside the application. */
import { ConfigurationError, type Config } from '../src/server/start/config.ts';
import { joinDatabase, type OpenDatabase } from '../src/server/database/open.ts';

/** One line of what the command has to say. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs a command to its end: what was said wrongly is told in a sentence, everything else thrown. */
export async function runCommand(work: () => Promise<void>): Promise<never> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
  process.exit();
}

/** The database that this environment names, for as long as the work takes. */
export async function withDatabase(config: Config, work: (database: Joined) => Promise<void>): Promise<void> {
  const database = await joinDatabase(config);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

export type Joined = Pick<OpenDatabase, 'application'>;
