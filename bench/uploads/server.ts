/* What takes files in, alone in a process whose memory can be read: the store on disk, and a table that says yes to everything. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Refusal } from '../../src/base/refusal.ts';
import type { Sql } from '../../src/base/sql.ts';
import { openDisk } from '../../src/ports/storage/disk/index.ts';
import { paperBytes, paperKinds } from '../../src/protocol/fileKinds.ts';
import { openUploads } from '../../src/server/uploads/uploads.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-drill-uploads-'));
const sql = {
  run: async () => 1,
  maybe: async () => ({ one: 1 }),
  one: async () => ({}),
  many: async () => [],
} as unknown as Sql;
const storage = openDisk({ folder, keys: [{ id: 'drill', secret: 'd'.repeat(40) }] });
const uploads = openUploads({ sql, storage, wall: () => new Date() });
let peak = 0;
let senders = 0;

const look = (): number => (peak = Math.max(peak, process.memoryUsage.rss()));
setInterval(look, 5).unref();

const server = createServer((request, response) => {
  if (request.url === '/memory') {
    const answer = { peak: look() };
    peak = 0;
    return void response.end(JSON.stringify(answer));
  }
  senders += 1;
  void uploads
    .take(request, { kinds: paperKinds, mostBytes: paperBytes }, { clientId: senders, staffId: null, call: 'drill' })
    .then(
      async ({ file }) => {
        await uploads.end({ file });
        response.writeHead(200).end(file?.kind);
      },
      (error: unknown) => {
        if (!request.complete) response.setHeader('connection', 'close');
        response.writeHead(error instanceof Refusal ? 422 : 500).end(error instanceof Refusal ? error.code : String(error));
      },
    );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
