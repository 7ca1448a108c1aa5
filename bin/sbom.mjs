// `npm run sbom`: writes dist/sbom.cdx.json, what a release is made of (CycloneDX), for whoever has to say whether they run a package
// that was found wanting. It goes with every release.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { give, root, say } from './ready.mjs';

// Asked to leave out what only development needs, npm leaves out too what both need: so it is asked of a tree without the former.
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-sbom-'));
const { devDependencies: _onlyOurs, overrides: _ours, ...shipped } = readJson(path.join(root, 'package.json'));
writeFileSync(path.join(folder, 'package.json'), JSON.stringify(shipped));
copyFileSync(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'));
npm(['install', '--package-lock-only', '--ignore-scripts']);
const bill = JSON.parse(npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']));
rmSync(folder, { recursive: true, force: true });
const { name, version, dependencies } = shipped;
// npm takes the name of the folder for it.
Object.assign(bill.metadata.component, { name, version, type: 'application' });

const listed = new Set(bill.components.map((component) => `${component.name}@${component.version}`));
const missing = Object.entries(dependencies).filter(([wanted, of]) => !listed.has(`${wanted}@${of}`));
if (missing.length > 0) give(`The bill lacks ${missing.map((each) => each.join('@')).join(', ')}.`);

const file = path.join(root, 'dist', 'sbom.cdx.json');
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`);
say(`${bill.components.length} packages: dist/sbom.cdx.json`);

function npm(args) {
  const done = spawnSync('npm', [...args, '--offline', '--no-audit', '--no-update-notifier', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status !== 0) give(`npm could not tell what the release is made of:\n${done.stderr}`);
  return done.stdout;
}

function readJson(of) {
  return JSON.parse(readFileSync(of, 'utf8'));
}
