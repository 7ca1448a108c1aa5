import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { emailOf, seedPassword } from '../../seed/personas.ts';
import { partBytes } from '../../src/protocol/uploadPaths.ts';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import { formWith, jpegFile, sendForm } from '../../src/server/testing/files.ts';
import { openServerProcess } from '../server.ts';

/*
 * A real paper goes to the whole server in parts, and its line is cut at every tenth, in the middle of a part. It goes on where it
 * stopped; what its client reads in the end has the digest of what was sent.
 */

/** What must be seen: each spoils what one of the cuts leaves. */
const resumePlants = ['an upload that is forgotten', 'a part that is another'] as const;
type ResumePlant = (typeof resumePlants)[number];

const client = 'global.full';
/** Where the planted defect is. */
const plantedAt = 5;

interface Sending {
  readonly url: string;
  readonly as: { readonly cookie: string; readonly token: string };
  readonly paper: Buffer;
  readonly name: string;
}

/** Cut at all nine tenths in their turn, undisturbed and with each defect; answers what must not be, in words. */
export async function resumeAll(paperBytes: number, say: (text: string) => void): Promise<string[]> {
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'uploads-'));
  const server = await openServerProcess(folder);
  try {
    await server.start();
    const owner = openPool({ url: server.databaseUrl(), max: 1 });
    try {
      const sending = { url: server.url, as: await signIn(server.url, client), paper: paperOf(paperBytes) };
      const faults: string[] = [];
      for (const plant of resumePlants) {
        const seen = await resume(owner, { ...sending, name: `${plant}.jpg` }, plant);
        say(`  planted, ${plant}: ${seen.length > 0 ? `seen red, ${seen[0]}` : 'NOT SEEN: the drill is blind'}`);
        if (seen.length === 0) faults.push(`planted, ${plant}: not seen`);
      }
      return [...faults, ...(await resume(owner, { ...sending, name: 'paper.jpg' }))];
    } finally {
      await owner.close();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A picture of which no two places look alike, so that a part in another's place is another picture. */
function paperOf(bytes: number): Buffer {
  const paper = jpegFile({ scan: bytes });
  const begins = paper.length - 2 - bytes;
  for (let at = 0; at < bytes; at += 1) paper[begins + at] = 0x80 + ((at + (at >>> 8) * 31 + (at >>> 16) * 7) % 0x60);
  return paper;
}

export async function signIn(url: string, name: string): Promise<Sending['as']> {
  const answer = await fetch(`${url}/api/client/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: emailOf(name), password: seedPassword }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  const cookie = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  return { cookie: cookie.join('; '), token: data.token };
}

async function resume(owner: Pool, sending: Sending, plant?: ResumePlant): Promise<string[]> {
  const { paper } = sending;
  const faults: string[] = [];
  let upload = await begin(sending);
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const till = Math.floor((paper.length * tenth) / 10);
    const whole = tenth === 10 ? paper.length : Math.floor(till / partBytes) * partBytes;
    for (let from = upload.received; from < whole; from += partBytes)
      await sendPart(sending, { id: upload.id, from, plant, tenth });
    if (tenth < 10) await cutOff(sending, { id: upload.id, from: whole, after: till - whole });
    if (plant === 'an upload that is forgotten' && tenth === plantedAt)
      await owner.sql.run('delete from partial_upload where id = $1', [upload.id]);
    const again = await begin(sending);
    if (again.id !== upload.id || again.received !== whole)
      faults.push(`cut off at ${tenth} tenths, it goes on at ${again.received} and not at ${whole}`);
    upload = again;
  }
  return [...faults, ...(await taken(sending, upload.id))];
}

interface Begun {
  readonly id: string;
  readonly received: number;
}

async function begin({ url, as, paper, name }: Sending): Promise<Begun> {
  const answer = await fetch(`${url}/api/js/api/uploads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: as.cookie, authorization: `Bearer ${as.token}` },
    body: JSON.stringify({ name, bytes: paper.length, sha256: digestOf(paper) }),
  });
  const { data } = (await answer.json()) as { data: { upload_id: string; received: number } };
  return { id: data.upload_id, received: data.received };
}

interface Part {
  readonly id: string;
  readonly from: number;
}

async function sendPart(
  { url, as, paper }: Sending,
  { id, from, plant, tenth }: Part & { readonly plant: ResumePlant | undefined; readonly tenth: number },
): Promise<void> {
  const bytes = Buffer.from(paper.subarray(from, from + partBytes));
  if (plant === 'a part that is another' && tenth === plantedAt) bytes[7] = 0x81 ^ (bytes[7] ?? 0);
  await sendForm(url, {
    path: `/api/js/api/uploads/${id}/part`,
    as,
    fields: { from: String(from) },
    file: { name: 'part', bytes },
  });
}

/** The part that begins there, on a line of its own that is cut after so many of its bytes. */
async function cutOff({ url, as, paper }: Sending, { id, from, after }: Part & { readonly after: number }): Promise<void> {
  const bytes = paper.subarray(from, from + partBytes);
  const { headers, payload } = formWith({ name: 'part', bytes }, { from: String(from) });
  const before = payload.length - bytes.length;
  const { hostname, port } = new URL(url);
  const line = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => {
    line.once('close', () => resolve());
    line.once('error', () => undefined);
  });
  const head = [
    `POST /api/js/api/uploads/${id}/part HTTP/1.1`,
    'host: drill',
    `cookie: ${as.cookie}`,
    `authorization: Bearer ${as.token}`,
    `content-type: ${headers['content-type']}`,
    `content-length: ${payload.length}`,
  ];
  line.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => line.write(payload.subarray(0, before + after), resolve));
  line.destroy();
  await closed;
}

/** The whole is handed in as a paper, and read again as its client reads it. */
async function taken({ url, as, paper }: Sending, id: string): Promise<string[]> {
  const { status, body } = await sendForm(url, {
    path: '/api/documents',
    as,
    fields: { form_name: 'payment_confirmation', upload_id: id },
  });
  if (status !== 200) return [`the whole was answered ${status} ${body.errors[0]?.code}`];
  const [file] = body.data.document.files;
  const read = await fetch(`${url}/api/js/api/files/${file.id}`, {
    headers: { cookie: as.cookie, authorization: `Bearer ${as.token}` },
  });
  const stored = Buffer.from(await read.arrayBuffer());
  return digestOf(stored) === digestOf(paper) ? [] : [`${stored.length} bytes are stored that were not sent`];
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
