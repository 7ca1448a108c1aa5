import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openServerProcess, type ServerProcess } from '../../bench/server.ts';
import { startEmbedded, type EmbeddedServer } from '../../src/server/database/embedded.ts';

/** A whole broker of its own: server, database and stand-ins of the vendors, on a data folder and a port that nobody else has. */
export interface Box {
  readonly url: string;
  /** Its data folder, for what is done beside the server, as `npm run setting` does. */
  readonly folder: string;
  /** What its server has written since it was asked last: nothing but errors. */
  said(): string;
  /** Brings it back to what is seeded. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** An application that stands already, such as `npm run dev`, while a journey is being written. */
const standing = process.env['PORTAL_URL'];
/** Somebody else may take a port between the moment that it was free and the moment that the server listens on it. */
const mostTries = 3;

/** Opens a box made anew. `name` is one that no other box has at the same time: its folder below `test-results`. */
export async function openBox(name: string, environment: Readonly<Record<string, string>> = {}): Promise<Box> {
  if (standing !== undefined && Object.keys(environment).length === 0) {
    return {
      url: standing,
      folder: process.env['ATRIUM_DATA'] ?? '.atrium',
      said: () => '',
      reset: async () => resetAt(standing),
      close: async () => undefined,
    };
  }
  const folder = path.resolve('test-results/boxes', name);
  for (let tries = 1; ; tries += 1) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const server = await openServerProcess(folder, { ATRIUM_TEST_PASSWORDS: 'light', ...environment });
    let database: EmbeddedServer | undefined;
    try {
      // The server takes it over and ends it. Its own would force each commit and each file of a reset onto the disk, for nobody.
      database = await startEmbedded({ folder: path.join(folder, 'postgres'), isDurable: false });
      await server.start();
      return boxOf(server, folder);
    } catch (error) {
      await server.stop();
      await database?.stop();
      if (tries === mostTries) throw error;
    }
  }
}

function boxOf(server: ServerProcess, folder: string): Box {
  // Where the runner of the journeys gives its worker no time to close anything.
  const end = (): void => void process.kill(server.processId(), 'SIGTERM');
  process.once('exit', end);
  let heard = 0;
  return {
    url: server.url,
    folder,
    said() {
      const written = readFileSync(server.output);
      const since = written.toString('utf8', heard);
      heard = written.length;
      return since;
    },
    reset: async () => resetAt(server.url),
    async close() {
      process.off('exit', end);
      await server.stop();
    },
  };
}

async function resetAt(url: string): Promise<void> {
  const answer = await fetch(`${url}/sandbox/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`The sandbox was not reset: ${answer.status} ${await answer.text()}`);
}
