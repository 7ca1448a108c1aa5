/**
 * `npm run setting`: every setting with its value. `-- <name>`: that one. `-- <name> <value> [--from <time>] [--by <who>]`:
 * changes it from then on, checked, written into the audit, and heard of by every process of the application that this environment
 * names (DATABASE_URL, or the PostgreSQL of the data folder).
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { settingAt, settingPaths } from '../src/settings/changes.ts';
import { openClock } from '../src/server/start/clock.ts';
import { ConfigurationError, readConfig } from '../src/server/start/config.ts';
import { changeSetting, loadSettings } from '../src/server/start/settings.ts';
import { runCommand, say, withDatabase, type Joined } from './broker.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, by: { type: 'string' } },
});
const [name, value, ...more] = positionals;

await runCommand(async () => {
  const config = readConfig(process.env);
  if (more.length > 0) throw new ConfigurationError('A value with blanks in it is put in quotes.');
  await withDatabase(config, async (database) => {
    if (name !== undefined && value !== undefined) await change(database, { name, value });
    else await show(database, name);
  });
});

async function show(database: Joined, only: string | undefined): Promise<void> {
  const clock = await openClock(database.application);
  const { settings } = await loadSettings(database.application.sql, clock.now());
  const shown = settingPaths(settings).filter((known) => only === undefined || known === only || known.startsWith(`${only}.`));
  if (shown.length === 0) throw new ConfigurationError(`There is no setting ${only}.`);
  for (const known of shown) say(`${known} ${JSON.stringify(settingAt(settings, known))}`);
}

async function change(database: Joined, order: { readonly name: string; readonly value: string }): Promise<void> {
  const now = (await openClock(database.application)).now();
  const effectiveAt = values.from === undefined ? now : new Date(values.from);
  if (Number.isNaN(effectiveAt.getTime())) throw new ConfigurationError('--from is a time such as 2026-12-01T00:00:00Z.');
  if (effectiveAt < now) throw new ConfigurationError('--from lies behind: what has been is not changed afterwards.');
  const author = values.by ?? userInfo().username;
  const verdict = await database.application.transact(async (sql) => {
    const { settings } = await loadSettings(sql, effectiveAt);
    const wanted = typeof settingAt(settings, order.name) === 'string' ? order.value : readJson(order.value);
    return changeSetting(sql, { path: order.name, value: wanted, author, at: now, effectiveAt });
  });
  if (!verdict.ok) throw new ConfigurationError(`${order.name} stays as it is: ${String(verdict.values?.['fault'])}`);
  say(`${order.name} is ${order.value} from ${effectiveAt.toISOString()} on (change ${verdict.value.id}, by ${author}).`);
}

/** Numbers, yes or no, lists and objects are written as JSON; whatever is not is a text. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
