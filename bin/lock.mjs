// `npm run lock`: writes package-lock.json anew from package.json, whole for every platform.
//
// npm leaves a binary of another platform out of the lock file when the registry at hand does not serve it, and then
// `npm ci` calls the lock file incomplete on every machine. Such entries are written in here: their names say what they
// are for, and no machine but that platform's fetches them.
//
// `overrides` of package.json names a version of third-party-web, because what is below lighthouse asks for its `latest`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { give, root } from './ready.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-lock-'));
for (const file of ['package.json', '.npmrc']) copyFileSync(path.join(root, file), path.join(folder, file));
const made = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'], {
  cwd: folder,
  stdio: 'inherit',
});
if (made.status !== 0) give('The lock file could not be made. Is the npm registry within reach?');

const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
for (const entry of Object.values(lock.packages)) delete entry.resolved;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(place === '' ? {} : (entry.optionalDependencies ?? {}))) {
    const platform = platformOf(name);
    const target = `node_modules/${name}`;
    if (!platform || lock.packages[target] || lock.packages[`${place}/${target}`] || !/^\d/.test(version)) continue;
    lock.packages[target] = { version, ...platform, ...(entry.dev ? { dev: true } : {}), optional: true };
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([left], [right]) => (left < right ? -1 : 1)));
writeFileSync(path.join(root, 'package-lock.json'), `${JSON.stringify(lock, undefined, 2)}\n`);

/** `@scope/binding-linux-arm64-musl` → { os, cpu }; undefined for what is no platform's binary. */
function platformOf(name) {
  const match =
    /(android|darwin|freebsd|linux|openharmony|win32|windows|sunos|aix|netbsd|openbsd)-(arm64|arm|x64|ia32|ppc64le|ppc64|riscv64|s390x|loong64|mips64el|universal)/.exec(
      name,
    );
  if (/wasm32/.test(name)) return { cpu: ['wasm32'] };
  if (!match) return undefined;
  const [, os = '', cpu = ''] = match;
  return { os: [os === 'windows' ? 'win32' : os], cpu: [cpu === 'ppc64le' ? 'ppc64' : cpu] };
}
