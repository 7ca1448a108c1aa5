/**
 * `npm run drill:upgrade`: what docs/operate/upgrade.md says, done while clients move and read: the data folder of the release before
 * (bench/upgrade/from.json), made by that release's own program; npm run migrate under load; both programs side by side; then
 * this one alone. Nothing is refused but what the page says: the older program does not start again. First the drill shows that it
 * sees: a migration that takes something away must end red.
 *
 *   --moves N     so many acknowledged moves in each part (25)
 *   --from COMMIT instead: names that commit as the release before from now on, after a release
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { emailOf } from '../seed/personas.ts';
import { startEmbedded, type EmbeddedServer } from '../src/server/database/embedded.ts';
import { openPool, type Pool } from '../src/server/database/pool.ts';
import { sandboxStorage } from '../src/server/start/sandboxed.ts';
import { requireCommand, runCommand } from './command.ts';
import { fundingAccountsOf } from './crash/books.ts';
import { openJournal, type Journal } from './crash/journal.ts';
import { judge } from './crash/verdict.ts';
import { tooLong } from './minutes.ts';
import { openServerProcess, type ServerProcess } from './server.ts';
import { openLoad, readable, type Load } from './upgrade/load.ts';
import { keepOldProgram, unpackOldProgram } from './upgrade/old.ts';
import { openVendorsProcess, type VendorsProcess } from './vendors.ts';

/** Clients with wallets and accounts, most without open positions; each works with one of the programs. */
const names = { old: ['cn.active', 'uk.active'], new: ['in.gold', 'ng.active'] };
const everybody = [...names.old, ...names.new];

const movesEach = 25;
const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

interface Drill {
  readonly dataFolder: string;
  readonly oldRoot: string;
  readonly moves: number;
  readonly journal: Journal;
  readonly closers: (() => Promise<void>)[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { moves: { type: 'string', default: String(movesEach) }, from: { type: 'string' } } });
  if (values.from !== undefined) return keepOldProgram(values.from);
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'upgrade-'));
  const [dataFolder, oldRoot] = [path.join(folder, 'data'), path.join(folder, 'old')];
  mkdirSync(dataFolder, { mode: 0o700 });
  say(`the release before: ${unpackOldProgram(oldRoot)}`);
  const journal = openJournal(path.join(folder, 'journal.jsonl'));
  const drill: Drill = { dataFolder, oldRoot, moves: Number(values.moves), journal, closers: [] };
  let faults: readonly string[] = ['nothing was tried'];
  try {
    await makeDataFolder(drill);
    faults = await runDrill(drill);
    if (faults.length === 0) faults = await startAlone(drill);
  } finally {
    await closeAll(drill);
    journal.close();
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
    else say(`what was left behind: ${folder}`);
  }
  faults = [...faults, ...tooLong(begun, Date.now(), drill.moves > movesEach)];
  for (const fault of faults.slice(0, 40)) say(`✗ ${fault}`);
  say(faults.length === 0 ? 'GREEN: upgraded under load, and nothing was refused' : `RED: ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

async function closeAll({ closers }: Drill): Promise<void> {
  for (const closer of closers.splice(0).toReversed()) await closer();
}

/** As that release's `npm start` makes it. */
async function makeDataFolder({ dataFolder, oldRoot }: Drill): Promise<void> {
  const server = await openServerProcess(dataFolder, {}, oldRoot);
  const seconds = await server.start();
  await server.stop();
  say(`its data folder is made: ${seconds.toFixed(0)} s`);
}

interface Stage extends Drill {
  readonly database: EmbeddedServer;
  readonly owner: Pool;
  readonly vendors: VendorsProcess;
  readonly since: Date;
  readonly addresses: { readonly DATABASE_URL: string; readonly DATABASE_OWNER_URL: string };
}

/** The database and the vendors without a portal, so that two portals can be at them. */
async function openStage(drill: Drill): Promise<Stage> {
  const { dataFolder, closers } = drill;
  const database = await startEmbedded({ folder: path.join(dataFolder, 'postgres'), isDurable: true });
  closers.push(() => database.stop());
  const ownerUrl = database.url('atrium');
  const password = readFileSync(path.join(dataFolder, 'application.password'), 'utf8').trim();
  const applicationUrl = Object.assign(new URL(ownerUrl), { username: 'atrium_portal', password }).href;
  const owner = openPool({ url: ownerUrl, max: 2 });
  closers.push(() => owner.close());
  const vendors = await openVendorsProcess(dataFolder, 'Europe/Athens');
  closers.push(() => vendors.stop());
  drill.journal.write({ event: 'begun', places: await fundingAccountsOf(owner.sql, everybody.map(emailOf)) });
  const addresses = { DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: ownerUrl };
  return { ...drill, database, owner, vendors, since: new Date(), addresses };
}

/** Production, so that both work on one database; the older one wants the owner's password, this one does not. */
function environmentOf({ dataFolder, vendors, addresses }: Stage, of: 'old' | 'new'): Record<string, string> {
  const outside = Object.entries(vendors.environment).filter(([name]) => !/^(SANDBOX|GEETEST)_/.test(name));
  const { STORAGE_FOLDER, STORAGE_SECRET } = sandboxStorage(dataFolder);
  return {
    ...Object.fromEntries(outside),
    STORAGE_FOLDER,
    STORAGE_SECRET,
    ...(of === 'old' ? addresses : { DATABASE_URL: addresses.DATABASE_URL }),
    ATRIUM_MODE: 'production',
    PUBLIC_URL: 'https://portal.example',
    CAPTCHA_SECRET: 'a secret of thirty-two characters',
    MAIL_FROM: 'portal@portal.example',
  };
}

async function startProgram(stage: Stage, of: 'old' | 'new'): Promise<ServerProcess> {
  const server = await openServerProcess(stage.dataFolder, environmentOf(stage, of), of === 'old' ? stage.oldRoot : undefined);
  stage.closers.push(() => server.stop());
  await server.start();
  return server;
}

async function runDrill(drill: Drill): Promise<string[]> {
  const stage = await openStage(drill);
  const { moves, journal } = stage;
  const old = await startProgram(stage, 'old');
  const reads = await readable(old.url, names.old[0] ?? '');
  const oldLoad = await openLoad({ by: 'old', url: old.url, names: names.old, seed: 1, journal, reads });
  await oldLoad.untilMoves(moves);
  say(
    `old alone: ${oldLoad.done.moves} moves and ${oldLoad.done.reads} reads of ${reads.length} kinds, ${oldLoad.refused.size} refused`,
  );
  if (!(await isSeen(stage, oldLoad))) return ['the drill is blind for a migration that takes something away'];

  say(`migrated under load: ${requireCommand('migrate', [], stage.addresses).trim().split('\n').length - 1} migrations`);
  const atMigration = oldLoad.done.moves;
  await oldLoad.untilMoves(moves);
  say(`old on the migrated database: ${oldLoad.done.moves - atMigration} moves, ${oldLoad.refused.size} refused`);

  const now = await startProgram(stage, 'new');
  const newLoad = await openLoad({ by: 'new', url: now.url, names: names.new, seed: 2, journal, reads });
  await Promise.all([oldLoad.untilMoves(moves), newLoad.untilMoves(moves)]);
  say(`side by side: old ${oldLoad.refused.size} refused, new ${newLoad.refused.size} refused`);

  await oldLoad.stop();
  await old.stop();
  const again = await faultsOfOldStart(stage);
  await newLoad.untilMoves(moves);
  await newLoad.stop();
  say(`new alone: ${newLoad.done.moves} moves and ${newLoad.done.reads} reads, ${newLoad.refused.size} refused`);
  const { faults } = await judge({ ...stage, sql: stage.owner.sql, journalFile: journal.file });
  return [...oldLoad.refused, ...newLoad.refused, ...again, ...faults, ...auditFaults(stage)];
}

/** A migration that contracts at once, planted under the older program and taken back: it must be refused something. */
async function isSeen({ owner }: Stage, load: Load): Promise<boolean> {
  if (load.refused.size > 0) return true;
  const { signature } = await owner.sql.one<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc where proname = 'ledger_post'`,
  );
  const renamed = signature.replace('ledger_post', 'ledger_post_of_tomorrow');
  await owner.sql.run(`alter function ${signature} rename to ledger_post_of_tomorrow`);
  for (let looks = 0; looks < 200 && load.refused.size === 0; looks += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const [told] = load.refused;
  await owner.sql.run(`alter function ${renamed} rename to ledger_post`);
  say(`planted, a function taken away: ${told ?? 'NOT SEEN: the drill is blind'}`);
  await load.untilMoves(1);
  load.forget();
  return told !== undefined;
}

/** The older program is not to start again, and what it brings along is not to be applied. */
async function faultsOfOldStart(stage: Stage): Promise<string[]> {
  const applied = async () => JSON.stringify(await stage.owner.sql.many('select name, hash from repeatable_sql order by name'));
  const before = await applied();
  const server = await openServerProcess(stage.dataFolder, environmentOf(stage, 'old'), stage.oldRoot);
  const refusal = await server.start().then(
    () => undefined,
    (error: Error) => error.message,
  );
  await server.stop();
  const why = /[^\n]*(a program that is older|of a newer release)[^\n]*/.exec(refusal ?? '')?.[0];
  say(`the old one again: ${why ?? (refusal === undefined ? 'it starts' : refusal.slice(-300))}`);
  const faults = why === undefined ? ['the older program starts again on the newer database, or does not say why not'] : [];
  return (await applied()) === before ? faults : [...faults, 'the older program put its functions over the newer ones'];
}

function auditFaults(stage: Stage): string[] {
  const { status, text } = runCommand('audit', ['--days', '1'], environmentOf(stage, 'new'));
  say(`audited: ${text.trim().split('\n').at(-1)}`);
  return status === 0 ? [] : [`npm run audit ended with ${status}: ${text.slice(-500)}`];
}

/** The folder itself under this release's `npm start`. */
async function startAlone(drill: Drill): Promise<string[]> {
  await closeAll(drill);
  const server = await openServerProcess(drill.dataFolder);
  const seconds = await server.start();
  await readable(server.url, everybody[0] ?? '');
  await server.stop();
  say(`npm start on that folder: ready after ${seconds.toFixed(0)} s`);
  return [];
}

await main();
