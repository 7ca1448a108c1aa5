import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import type { Contract } from '../src/protocol/call.ts';
import { connectionsEach } from '../src/server/database/open.ts';
import { decision } from '../src/sandbox/takes.ts';
import { bodyLimitBytes } from '../src/server/http/webhooks.ts';

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

  test('the README leads to what each release has changed and to what may be done with it, and nowhere that is not there', () => {
    const links = [...readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/\]\(([^)#:]+)\)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(links).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'docs/operate/README.md']));
    expect(links.filter((link) => !existsSync(path.join(root, link)))).toEqual([]);
  });

  test('the README says all that a payment of the sandbox may come to', () => {
    const rows = readFileSync(path.join(root, 'README.md'), 'utf8').split('\n');
    const row = rows.find((line) => line.includes('/sandbox/payments/{reference}')) ?? '';
    const { outcome, ...more } = decision.shape;
    expect(outcome.options.filter((each) => !row.includes(`\`${each}\``))).toEqual([]);
    expect(Object.keys(more).filter((name) => !row.includes(name))).toEqual([]);
  });

  test('every variable of the configuration is in the README’s table', () => {
    const config = readFileSync(path.join(root, 'src/server/start/config.ts'), 'utf8');
    const names = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1] ?? '');
    const table = readFileSync(path.join(root, 'README.md'), 'utf8');
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  test('the webhooks’ paths are those that are served', async () => {
    const served = await servedWebhooks();
    expect(served.length).toBeGreaterThan(6);
    const told = [...read('services.md').matchAll(/^\| `(\/api\/webhooks\/[\w/]+)` /gm)].map((row) => row[1]);
    expect(told.toSorted()).toEqual(served.toSorted());
  });

  test('every party that has to be reached from inside stands in the page', () => {
    const config = readFileSync(path.join(root, 'src/server/start/config.ts'), 'utf8');
    const names = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:partyUrl|scannerUrl|watchlistSources|url\()/gm)].map(
      (row) => row[1] ?? '',
    );
    expect(names.length).toBeGreaterThan(15);
    const page = read('services.md').split('## From inside out')[1] ?? '';
    // Only browsers go there.
    expect(names.filter((name) => name !== 'GEETEST_SCRIPT' && !page.includes(`\`${name}\``))).toEqual([]);
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

  test('the container is said to be unbuilt: no engine is where this is tested', () => {
    expect(read('services.md')).toMatch(/\[Containerfile\]\(Containerfile\)[^#]*it is unbuilt where no container engine is/);
  });

  test('nothing goes into the image that this machine has built or kept, nor the secrets that lie beside it', () => {
    const linesOf = (file: string): string[] => readFileSync(path.join(root, file), 'utf8').split('\n').filter(Boolean);
    const kept = linesOf('.gitignore').map((line) => line.replace(/\/$/, ''));
    const secrets = [...read('services.md').matchAll(/--env-file (\w+)/g)].map((match) => match[1] ?? '');
    expect(read('Containerfile')).toContain('COPY . .');
    expect(linesOf('.dockerignore')).toEqual(expect.arrayContaining(['.git', ...kept, ...secrets]));
  });

  test('web and worker have their files in one volume, which their account may write into', () => {
    const started = read('services.md')
      .split('\n')
      .filter((line) => line.startsWith('podman run -d '));
    const volumes = started.map((line) => / -v (\w+:\S+) /.exec(line)?.[1]);
    expect(volumes).toEqual(['atrium:/var/lib/atrium', 'atrium:/var/lib/atrium']);
    expect(read('Containerfile')).toMatch(/^RUN install -d -o node .* \/var\/lib\/atrium\nUSER node$/m);
  });

  test('the container starts what npm start starts', () => {
    const main = '"--disable-warning=ExperimentalWarning", "src/server/main.ts"';
    expect(read('Containerfile')).toContain(`CMD ["node", ${main}]`);
    for (const unit of ['atrium-web.service', 'atrium-worker.service'])
      expect(read(unit)).toContain('node --disable-warning=ExperimentalWarning src/server/main.ts');
  });

  test('the units start the Node that the packages bring along: what a system has may read none of our files', () => {
    const own = 'node_modules/node/bin/node';
    expect(existsSync(path.join(root, own))).toBe(true);
    for (const unit of ['atrium-web.service', 'atrium-worker.service']) {
      const folder = /^WorkingDirectory=(\S+)$/m.exec(read(unit))?.[1];
      expect(read(unit)).toContain(`\nExecStart=${folder}/${own} --`);
    }
  });

  test('what the page of the services says to type works on a machine that has nothing yet', () => {
    const typed = (read('services.md').split('## systemd')[1]?.split('```')[1] ?? '').split('\n');
    expect(typed.filter((line) => /^install (?!-D )/.test(line))).toEqual([]);
    // It writes into the folder of the files: made by root, that would be shut to the services for good.
    const user = /^User=(\w+)$/m.exec(read('atrium-web.service'))?.[1];
    expect(typed.filter((line) => line.includes('npm run doctor'))).toEqual([
      expect.stringMatching(new RegExp(`^runuser -u ${user} -- `)),
    ]);
    // The units say it for the services alone, and the commands would look at a sandbox.
    expect(typed.find((line) => line.includes('/etc/atrium/environment'))).toContain('ATRIUM_MODE=production');
  });

  test('nginx lets files as large as any call takes them through to the calls, and messages to their doors', async () => {
    const modules = await Promise.all(
      globSync('src/areas/*/contract.ts', { cwd: root }).map((file) => import(path.join(root, file)) as Promise<object>),
    );
    const calls = modules
      .flatMap((module) => Object.values(module).filter(isContract))
      .flatMap(({ calls: each }) => Object.values(each));
    const most = Math.max(...calls.map(({ takesFile }) => takesFile?.mostBytes ?? 0));
    expect(most).toBeGreaterThan(1_000_000);
    // The form around the file, its other fields.
    expect(letThrough('/api/js/api/documents')).toBeGreaterThanOrEqual(most + 100_000);
    expect(letThrough('/api/webhooks/payments/praxis')).toBeGreaterThanOrEqual(bodyLimitBytes);
    expect(letThrough('/en/login')).toBeLessThan(most);
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
      writeFileSync(
        file,
        read(unit).replace('/opt/atrium/node_modules/node/bin/node', process.execPath).replace('User=atrium\nGroup=atrium\n', ''),
      );
      return file;
    });
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
    const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('atrium-'));
    expect([status, ours]).toEqual([0, []]);
  });
});

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'calls' in value;
}

/** How many bytes of a body the sample lets through to an address: by the longest of its locations that the address begins with. */
function letThrough(address: string): number {
  const text = read('nginx.conf');
  const sizeIn = (block: string): string | undefined => /client_max_body_size (\d+[km])/.exec(block)?.[1];
  const places = [...text.matchAll(/location (\/[\w/]*) \{([^}]*)\}/g)].map(([, begins = '', block = '']) => ({ begins, block }));
  const [place] = places
    .filter(({ begins }) => address.startsWith(begins))
    .toSorted((one, other) => other.begins.length - one.begins.length);
  const size = sizeIn(place?.block ?? '') ?? sizeIn(text.split('location')[0] ?? '') ?? '';
  return Number.parseInt(size, 10) * (size.endsWith('m') ? 1024 * 1024 : 1024);
}

/** By every area that has some, each with all the parties that it may have. */
async function servedWebhooks(): Promise<string[]> {
  const named = (name: string) => ({
    notifications: { path: name, headers: [] },
    cards: { path: name },
    acknowledge: () => ({}),
  });
  const names = ['praxis', 'skrill', 'netwallet', 'nowpayments', 'cardissuer'];
  const payments = { ...Object.fromEntries(names.map((name) => [name, named(name)])), bank: {} };
  const verification = { name: 'sumsub', messageHeaders: [] };
  const files = globSync('src/areas/*/webhooks.ts', { cwd: root });
  const modules = await Promise.all(
    files.map(
      (file) => import(path.join(root, file)) as Promise<{ webhooks(parts: object): readonly { readonly path: string }[] }>,
    ),
  );
  return modules.flatMap((module) => module.webhooks({ payments, verification }).map((webhook) => webhook.path));
}

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
