import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../src/server/database/freePort.ts';
import { developmentDocuments, type DevelopmentDocuments } from '../src/server/start/dev.ts';

/*
 * What `npm run dev` serves browsers with: the bundler under this repository's own configuration, over a browser side of two
 * small files, so that no file of the sources is written to.
 */

const root = path.dirname(import.meta.dirname);
const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-dev-')));
const patienceMs = 300_000;

let app: FastifyInstance;
let documents: DevelopmentDocuments;
let socket: WebSocket;
let url: string;
const updates: Update[] = [];

interface Update {
  readonly acceptedPath: string;
  readonly timestamp: number;
}

beforeAll(async () => {
  layOut();
  app = Fastify();
  documents = await developmentDocuments(app, place, await freePort());
  url = await app.listen({ port: 0, host: '127.0.0.1' });
}, patienceMs);
afterAll(async () => {
  socket?.close();
  await documents?.close();
  await app?.close();
  rmSync(place, { recursive: true, force: true });
}, patienceMs);

test('a component that is changed is told to the browser, which fetches it anew', { timeout: patienceMs }, async () => {
  expect(await documents.read('index.html', '/')).toContain('/@vite/client');
  socket = await listen();
  const [, component = ''] = /from "([^"]+Title\.tsx)"/.exec(await read('/main.tsx')) ?? [];
  expect(await read(component)).toContain('"before"');

  // Written again until it is heard of: the watch may stand a moment after the server does.
  await vi.waitUntil(
    () => {
      write('src/ui/Title.tsx', `export const Title = () => <h1>{"after"}</h1>;`);
      return updates.some(({ acceptedPath }) => component.endsWith(acceptedPath));
    },
    { timeout: patienceMs / 2, interval: 1000 },
  );
  const { acceptedPath, timestamp } = updates.at(-1) ?? { acceptedPath: '', timestamp: 0 };
  const changed = await read(`${acceptedPath}?t=${timestamp}`);
  expect(changed).toContain('"after"');
  expect(changed).not.toContain('"before"');
});

/** What bin/build/firstPaint.ts writes into the document. */
const outline = ['src/ui/theme/tokens.css', 'src/web/arriving.css'];

/** The real configuration with all that it takes, and a browser side of its own. */
function layOut(): void {
  for (const taken of ['vite.config.ts', 'package.json', 'bin/build', 'src/protocol', 'src/law', 'src/base', ...outline])
    cpSync(path.join(root, taken), path.join(place, taken), { recursive: true });
  // A folder of links and no link itself: what the bundler keeps beside the packages it keeps here.
  mkdirSync(path.join(place, 'node_modules'));
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((each) => !each.startsWith('.')))
    symlinkSync(path.join(root, 'node_modules', name), path.join(place, 'node_modules', name));
  const document = '<!doctype html><html><head></head><body><script type="module" src="/main.tsx"></script></body></html>';
  for (const name of ['index.html', 'entrance.html']) write(`src/web/${name}`, document);
  write('src/web/main.tsx', `import { Title } from '../ui/Title.tsx'; export const Page = () => <Title />;`);
  write('src/ui/Title.tsx', `export const Title = () => <h1>{"before"}</h1>;`);
}

function write(file: string, text: string): void {
  mkdirSync(path.join(place, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(place, file), text);
}

async function read(module: string): Promise<string> {
  const answer = await fetch(url + module);
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Listens as the bundler's own client in the browser does. */
async function listen(): Promise<WebSocket> {
  const [, token = ''] = /wsToken = "([^"]+)"/.exec(await read('/@vite/client')) ?? [];
  const [source = ''] = documents.connectSources;
  const opened = new WebSocket(`${source}/?token=${token}`, 'vite-hmr');
  opened.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as { readonly type: string; readonly updates?: readonly Update[] };
    updates.push(...(message.updates ?? []));
  });
  await new Promise<void>((resolve, reject) => {
    opened.addEventListener('open', () => resolve(), { once: true });
    opened.addEventListener('error', () => reject(new Error('the socket was refused')), { once: true });
  });
  return opened;
}
