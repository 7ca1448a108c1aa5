import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { webhooks } from '../src/areas/payments/webhooks.ts';
import { connectionsEach } from '../src/server/database/open.ts';

const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'docs/operate');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const pages = readdirSync(folder).filter((file) => file.endsWith('.md'));
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
};
const scratch = mkdtempSync(path.join(tmpdir(), 'atrium-operate-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe('the pages for who runs it', () => {
  test.each(pages)('%s leads nowhere that is not there', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(path.join(folder, link)))).toEqual([]);
  });

  test.each(pages)('%s names no command that there is not', (page) => {
    const named = [...read(page).matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });

  test('every page is in the list of them', () => {
    const list = read('README.md');
    expect(pages.filter((page) => page !== 'README.md' && !list.includes(`(${page})`))).toEqual([]);
  });

  test('every variable of the configuration is in the README’s table', () => {
    const config = readFileSync(path.join(root, 'src/server/start/config.ts'), 'utf8');
    const names = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1] ?? '');
    const table = readFileSync(path.join(root, 'README.md'), 'utf8');
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  test('the webhooks’ paths are those that are served', () => {
    const parts = {
      payments: {
        praxis: { notifications: { path: 'praxis' } },
        skrill: { notifications: { path: 'skrill' } },
        netwallet: { notifications: { path: 'netwallet' } },
        nowpayments: { notifications: { path: 'nowpayments' } },
        bank: {},
        cardissuer: { notifications: { path: 'cardissuer' } },
      },
    };
    const paths = webhooks(parts as unknown as Parameters<typeof webhooks>[0]).map((webhook) => webhook.path);
    expect(paths).toEqual([
      '/api/webhooks/payments/praxis',
      '/api/webhooks/payments/skrill',
      '/api/webhooks/payments/netwallet',
      '/api/webhooks/payments/nowpayments',
      '/api/webhooks/payments/cardissuer',
    ]);
    for (const served of paths) expect(read('services.md')).toContain(`\`${served}\``);
  });

  test('a process opens no more connections than the page reckons with', () => {
    const page = read('database.md');
    const most = Object.values(connectionsEach).reduce((sum, count) => sum + count, 0);
    expect(page).toContain(
      `at most **${most}**: ${connectionsEach.application} for calls and jobs, ${connectionsEach.writer} for`,
    );
    expect(page).toContain(`4 × ${most}  +  10 for commands and people  +  3 of PostgreSQL's own  =  ${4 * most + 13}`);
  });
});

test('the bill of what a release is made of names what runs and nothing that only builds or tests', async () => {
  const cache = mkdtempSync(path.join(scratch, 'npm-'));
  await promisify(execFile)('npm', ['run', '-s', 'sbom'], { cwd: root, env: { ...process.env, npm_config_cache: cache } });
  const bill = JSON.parse(readFileSync(path.join(root, 'dist/sbom.cdx.json'), 'utf8')) as {
    readonly bomFormat: string;
    readonly metadata: { readonly component: { readonly name: string } };
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'atrium']);
  expect(bill.components).toEqual(
    expect.arrayContaining(
      Object.entries(manifest.dependencies).map(([name, version]) => expect.objectContaining({ name, version })),
    ),
  );
  expect(bill.components.filter(({ name }) => ['vitest', 'axe-core', 'knip'].includes(name))).toEqual([]);
});

describe('the samples', () => {
  test('the container has the Node of package.json, in every stage', () => {
    const images = [...read('Containerfile').matchAll(/^FROM (\S+)/gm)].map((match) => match[1]);
    expect(images.length).toBeGreaterThan(0);
    const image = `docker.io/library/node:${manifest.dependencies['node']}-bookworm-slim`;
    expect(images.filter((each) => each !== image)).toEqual([]);
  });

  test('the container starts what npm start starts', () => {
    const main = '"--disable-warning=ExperimentalWarning", "src/server/main.ts"';
    expect(read('Containerfile')).toContain(`CMD ["node", ${main}]`);
    for (const unit of ['atrium-web.service', 'atrium-worker.service'])
      expect(read(unit)).toContain('node --disable-warning=ExperimentalWarning src/server/main.ts');
  });

  test('are whole by their own look, where neither nginx nor systemd is there to take them', () => {
    expect(faultsOfNginx(read('nginx.conf'))).toEqual([]);
    expect(
      ['server { listen 443', 'listen 443', 'server { listen 443; } }'].filter((text) => faultsOfNginx(text).length === 0),
    ).toEqual([]);
    for (const unit of ['atrium-web.service', 'atrium-worker.service']) expect(faultsOfUnit(read(unit))).toEqual([]);
    const whole = '[Service]\nExecStart=/usr/bin/node src/server/main.ts\n';
    expect(faultsOfUnit(whole)).toEqual([]);
    expect(
      [`${whole}Restart always\n`, whole.replace('main.ts', 'gone.ts'), '[Unit]\n'].filter(
        (text) => faultsOfUnit(text).length === 0,
      ),
    ).toEqual([]);
  });

  test.runIf(existsSync('/usr/sbin/nginx'))('nginx takes its configuration', () => {
    const key = path.join(scratch, 'key.pem');
    const certificate = path.join(scratch, 'certificate.pem');
    const made = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=portal.example',
    ];
    execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const places: readonly (readonly [string, string])[] = [
      ['/etc/ssl/certs/portal.example.pem', certificate],
      ['/etc/ssl/private/portal.example.key', key],
      ['/run/nginx.pid', path.join(scratch, 'nginx.pid')],
      ['/var/log/nginx/error.log', path.join(scratch, 'error.log')],
    ];
    const text = places.reduce((so, [from, to]) => so.replace(from, to), read('nginx.conf'));
    const file = path.join(scratch, 'nginx.conf');
    writeFileSync(file, text);
    const { status, stderr } = spawnSync('/usr/sbin/nginx', ['-t', '-q', '-c', file, '-g', 'daemon off;'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd takes its units', () => {
    const units = ['atrium-web.service', 'atrium-worker.service'].map((unit) => {
      const file = path.join(scratch, unit);
      // As on a machine that has Node there, and the account.
      writeFileSync(file, read(unit).replace('/usr/bin/node', process.execPath).replace('User=atrium\nGroup=atrium\n', ''));
      return file;
    });
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
    const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('atrium-'));
    expect([status, ours]).toEqual([0, []]);
  });
});

/** Blocks that do not close, and statements that do not end. */
function faultsOfNginx(text: string): string[] {
  const bare = text.replaceAll(/#.*$/gm, '').trim();
  const depths = [...bare.matchAll(/[{}]/g)].map(([sign]) => (sign === '{' ? 1 : -1));
  let depth = 0;
  const isCut = depths.some((step) => (depth += step) < 0) || depth !== 0;
  const unended = bare
    .split(/[{};]/)
    .slice(-1)
    .map((each) => each.trim())
    .filter(Boolean);
  return [...(isCut ? ['a block that is not whole'] : []), ...unended];
}

/** Lines that are none of a unit's, and a program that is not there. */
function faultsOfUnit(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !/^[#;]/.test(line));
  const odd = lines.filter((line) => !/^(\[[A-Z]\w+\]|[A-Z]\w+=.*)$/.test(line));
  const started = /^ExecStart=.*\s(\S+\.ts)$/m.exec(text)?.[1];
  return [...odd, ...(started !== undefined && existsSync(path.join(root, started)) ? [] : [`nothing that starts: ${started}`])];
}
