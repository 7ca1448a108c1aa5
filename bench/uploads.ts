/**
 * `npm run drill:uploads`: what a server makes of hostile files. Two hundred and more that pretend to be papers are sent, twenty at
 * once, between twenty real ones of nearly 25 MB. None may be taken as what it is not, every real one must be taken, and the server's
 * memory may grow by 64 MB at most, an eighth of what they have together. `npm run drill:mutants -- --only appended-file,acting-pdf` shows that it sees.
 * Then a paper as large is sent in parts to the whole server and its line cut at every tenth: it goes on where it stopped, and what is
 * kept is what was sent. Planted defects must end red there first.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { formWith, jpegFile } from '../src/server/testing/files.ts';
import { hostileFiles } from './uploads/hostile.ts';
import { resumeAll } from './uploads/resuming.ts';

const atOnce = 20;
/** What is held whole would be 500. */
const mostMegabytes = 64;
const largest = 24_900_000;

interface Sent {
  readonly why: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const server: ChildProcess = fork(path.join(import.meta.dirname, 'uploads/server.ts'), {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
const [{ port }] = (await once(server, 'message')) as [{ port: number }];
const address = `http://127.0.0.1:${port}`;

async function send(file: Sent): Promise<number> {
  const { headers, payload } = formWith(file, { title: 'bill' });
  // A refusal may come while the rest is still on its way, and the line is closed behind it.
  return new Promise((resolve, reject) => {
    const sending = request(`${address}/`, {
      method: 'POST',
      headers: { ...headers, 'content-length': payload.length },
      agent: false,
    });
    sending.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sending.once('error', reject);
    sending.end(payload);
  });
}

async function peakMegabytes(): Promise<number> {
  const { peak } = (await (await fetch(`${address}/memory`)).json()) as { peak: number };
  return peak / 1_048_576;
}

/** All of them, so many at once; answers what each came to. */
async function sendAll(files: readonly Sent[]): Promise<readonly { readonly file: Sent; readonly status: number }[]> {
  const waiting = [...files];
  const answers: { file: Sent; status: number }[] = [];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) answers.push({ file, status: await send(file) });
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}

const hostile: readonly Sent[] = hostileFiles(largest);
const real: readonly Sent[] = Array.from({ length: atOnce }, (_none, index) => ({
  why: 'a real picture',
  name: `${index}.jpg`,
  type: 'image/jpeg',
  bytes: jpegFile({ scan: largest }),
}));

await sendAll(hostile.slice(0, atOnce));
await peakMegabytes();
const idle = await peakMegabytes();
say(`${hostile.length} hostile files, idle ${idle.toFixed(0)} MB`);
const large = await sendAll(real);
const mixed = await sendAll(hostile.flatMap((file, index) => (index % 40 === 0 ? [file, ...real.slice(0, 2)] : [file])));
const grown = (await peakMegabytes()) - idle;
server.disconnect();
say(`${large.length + mixed.length} sent, ${atOnce} at once; memory grew by ${grown.toFixed(0)} MB at most`);

const cut = await resumeAll(largest, say);
say(`${(largest / 1_000_000).toFixed(1)} MB in parts, cut off at every tenth`);

const faults = [
  ...[...large, ...mixed].flatMap(({ file, status }) => {
    const isReal = file.why === 'a real picture';
    return status === (isReal ? 200 : 422) ? [] : [`${file.why}: ${status}`];
  }),
  ...(grown > mostMegabytes ? [`memory grew by ${grown.toFixed(0)} MB, more than ${mostMegabytes}`] : []),
  ...cut,
];
for (const fault of faults) say(`  ${fault}`);
say(faults.length === 0 ? 'held' : `${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
