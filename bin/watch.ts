// What `npm run dev` becomes: the server, started anew when one of its files changes.
import path from 'node:path';
import { supervise } from './build/supervise.ts';

/** The browser side is replaced while it runs; tests are nobody's program. */
const browserFolder = /^src\/(ui|web|desk|areas\/[^/]+\/(screens\/|desk\/|routes\.ts|deskRoutes\.ts))/;
const browserFile = /\.(css|tsx|html|svg)$/;
const isTest = /\.test\.ts$|^src\/server\/testing\//;

const server = supervise({
  command: process.execPath,
  args: ['--disable-warning=ExperimentalWarning', 'src/server/main.ts', '--dev', ...process.argv.slice(2)],
  cwd: path.dirname(import.meta.dirname),
  folders: ['src', 'seed', 'locales'],
  isOfProgram: (file) =>
    /\.(ts|sql|po)$/.test(file) && !browserFolder.test(file) && !browserFile.test(file) && !isTest.test(file),
  say: (line) => process.stdout.write(`${line}\n`),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));
