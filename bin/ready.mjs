// Runs on the host's own Node (20.19 or newer), before anything is installed: nothing here may need a package.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.dirname(import.meta.dirname ?? new URL('.', import.meta.url).pathname.replace(/\/$/, ''));
const modules = path.join(root, 'node_modules');
const installedMark = path.join(modules, '.installed-lock');
const builtMark = path.join(root, 'dist', '.built-from');
/** Who started this program: told now, because it may be gone when everything is installed. */
const startedBy = process.ppid;

/** The environment in which every tool and every script finds the Node of package.json first. */
export const environment = { ...process.env, PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH}` };

/** One line of progress. */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Ends the program with one clear sentence. */
export function give(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Refuses a Node that is too old to install with. */
export function requireHostNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    give(`Atrium needs Node 20.19 or newer to begin with; this is ${process.versions.node}.`);
}

/** Installs what package-lock.json names, when that has not been done for this very file. */
export function installWhenNeeded() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const has = existsSync(installedMark) ? readFileSync(installedMark, 'utf8') : '';
  if (has === wanted) return;
  say('Installing packages (about a minute, once) …');
  run(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    'The packages could not be installed. Is the npm registry within reach?',
  );
  const node = spawnSync(path.join(modules, '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  if (!node.stdout?.startsWith('v24.')) {
    give('Node 24 was not installed: npm was told to ignore install scripts. Run npm ci without --ignore-scripts.');
  }
  writeFileSync(installedMark, wanted);
}

/** Builds the browser side when its sources have changed since the last build. */
export function buildWhenNeeded() {
  const wanted = fingerprint(['src', 'locales', 'bin/build', 'vite.config.ts', 'vite.desk.config.ts', 'package-lock.json']);
  const has = existsSync(builtMark) ? readFileSync(builtMark, 'utf8') : '';
  if (has === wanted) return;
  say('Building the browser side …');
  for (const config of ['vite.config.ts', 'vite.desk.config.ts'])
    run('vite', ['build', '--config', config, '--logLevel', 'warn'], 'The browser side could not be built.');
  mkdirSync(path.dirname(builtMark), { recursive: true });
  writeFileSync(builtMark, wanted);
}

function fingerprint(places) {
  const hash = createHash('sha256');
  const add = (place) => {
    const whole = path.join(root, place);
    hash.update(place).update(readFileSync(whole));
  };
  for (const place of places) {
    const whole = path.join(root, place);
    if (/\.\w+$/.test(place)) add(place);
    else {
      for (const entry of readdirSync(whole, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
          add(path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
      }
    }
  }
  return hash.digest('hex');
}

/** Runs a tool to its end; gives up with the sentence when it fails. */
export function run(command, args, sentence) {
  const result = spawnSync(command, args, { cwd: root, env: environment, stdio: 'inherit' });
  if (result.status !== 0) give(sentence ?? `${command} failed.`);
}

/**
 * Becomes another program: its output, its signals, its exit code. Under npm it ends with npm, also where that was killed
 * and could tell nobody: what would be left holds the port and the data folder.
 */
export function become(command, args, extra = {}) {
  const child = spawn(command, args, { cwd: root, env: { ...environment, ...extra }, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
  if (process.env.npm_lifecycle_event !== undefined) watchParent(() => child.kill('SIGTERM'));
}

function watchParent(onEnd) {
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return;
    clearInterval(watch);
    onEnd();
  }, 200);
}
