import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { jpegFile, formWith } from '../../src/server/testing/files.ts';
import { openStack, type Stack } from '../crash/stack.ts';
import { hostileFiles } from './hostile.ts';
import { signIn } from './resuming.ts';

/*
 * Hostile files between real ones, so many at once, each by a client of its own, to the call that papers are handed in by. What is
 * looked at is what the process that answers calls makes of them, and how much more memory it takes for it than when it is idle.
 */

const atOnce = 20;
/** What is held whole would be 500. */
const mostMegabytes = 64;
const real = 'a real picture';
/** What is said of a file itself: another refusal has not looked at it. */
const saidOfFile: ReadonlySet<string> = new Set(['wrong_file_type', 'max_file_size', 'no_file_selected']);

const senders =
  `global.active global.demo global.lead global.my global.full global.pending global.promo global.repeat eu.active eu.lead
  eu.pro uk.active uk.lead ke.active ke.full ng.active cn.active cn.locked hk.active in.gold`.split(/\s+/);

interface Sent {
  readonly why: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

interface Answer {
  readonly file: Sent;
  readonly status: number;
  readonly code: string;
}

type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** Answers what must not be, in words. */
export async function floodAll(largest: number, say: (text: string) => void): Promise<string[]> {
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'uploads-flood-'));
  const stack = await openStack(folder);
  try {
    const clients = await Promise.all(senders.map(async (name) => signIn(stack.url, name)));
    return await flood({ stack, clients, largest, say });
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Flood {
  readonly stack: Stack;
  readonly clients: readonly SignedIn[];
  readonly largest: number;
  readonly say: (text: string) => void;
}

async function flood({ stack, clients, largest, say }: Flood): Promise<string[]> {
  const hostile: readonly Sent[] = hostileFiles(largest);
  const picture = (index: number, scan: number): Sent => ({
    why: real,
    name: `${index}.jpg`,
    type: 'image/jpeg',
    bytes: jpegFile({ scan }),
  });
  const large = clients.map((_client, index) => picture(index, largest));
  const sendAll = (files: readonly Sent[]) => sendByAll({ url: stack.url, clients }, files);
  // What every call needs once is there before anything is measured.
  const small = await sendAll([...clients.map((_client, index) => picture(index, 1000)), ...hostile.slice(0, atOnce)]);
  const idle = await idleMegabytes(stack);
  say(`${hostile.length} hostile files; the process that answers calls has ${idle.toFixed(0)} MB when idle`);
  writeFileSync(`/proc/${stack.webProcessId()}/clear_refs`, '5');
  const answers = [
    ...(await sendAll(large)),
    ...(await sendAll(hostile.flatMap((file, index) => (index % 40 === 0 ? [file, ...large.slice(0, 2)] : [file])))),
  ];
  const grown = megabytes(stack, 'VmHWM') - idle;
  say(`${answers.length} sent, ${atOnce} at once; its memory grew by ${grown.toFixed(0)} MB at most`);
  return [
    ...[...small, ...answers].flatMap(({ file: { why }, status, code }) => {
      const isRight = why === real ? status === 200 : status === 422 && saidOfFile.has(code);
      return isRight ? [] : [`${why}: ${status} ${code}`];
    }),
    ...(grown > mostMegabytes ? [`memory grew by ${grown.toFixed(0)} MB, more than ${mostMegabytes}`] : []),
  ];
}

/** Linux (proc(5)): what a process has now, and the most that it has had since that was forgotten. */
function megabytes(stack: Stack, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${stack.webProcessId()}/status`, 'utf8');
  return Number(new RegExp(String.raw`${what}:\s+(\d+) kB`).exec(status)?.[1]) / 1024;
}

/** The least of what it has while nobody asks it anything. */
async function idleMegabytes(stack: Stack): Promise<number> {
  let least = megabytes(stack, 'VmRSS');
  for (let looks = 0; looks < 50; looks += 1) {
    await wait(100);
    least = Math.min(least, megabytes(stack, 'VmRSS'));
  }
  return least;
}

/** All of them, one at a time by each client; answers what each came to. */
async function sendByAll(
  { url, clients }: { readonly url: string; readonly clients: readonly SignedIn[] },
  files: readonly Sent[],
): Promise<readonly Answer[]> {
  const waiting = [...files];
  const answers: Answer[] = [];
  const work = async (as: SignedIn): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) answers.push({ file, ...(await send(url, as, file)) });
  };
  await Promise.all(clients.map(work));
  return answers;
}

async function send(url: string, as: SignedIn, file: Sent): Promise<Omit<Answer, 'file'>> {
  const { headers, payload } = formWith(file, { form_name: 'payment_confirmation' });
  const given = { ...headers, cookie: as.cookie, authorization: `Bearer ${as.token}`, 'content-length': payload.length };
  // A refusal may come while the rest is still on its way, and the line is closed behind it.
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/documents`, { method: 'POST', headers: given, agent: false });
    let text = '';
    let status = 0;
    const answer = (): void => resolve({ status, code: codeIn(text) });
    sending.once('response', (response) => {
      status = response.statusCode ?? 0;
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('close', answer);
    });
    sending.on('error', (error) => (status === 0 ? reject(error) : answer()));
    sending.end(payload);
  });
}

function codeIn(text: string): string {
  try {
    const { errors } = JSON.parse(text) as { readonly errors: readonly { readonly code: string }[] };
    return errors[0]?.code ?? '';
  } catch {
    return 'no answer in words';
  }
}
