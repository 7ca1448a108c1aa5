/**
 * `npm run drill:uploads`: what a server makes of hostile files. Two hundred and more that pretend to be papers are sent, twenty at
 * once, between twenty real ones of nearly 25 MB, each by a client of its own to the call that takes papers. None may be taken as what
 * it is not, every real one must be taken, and the whole process that answers calls may grow by 64 MB at most, an eighth of what they
 * have together. `npm run drill:mutants -- --only appended-file,acting-pdf` shows that it sees.
 * Then a paper as large is sent in parts to a server and its line cut at every tenth: it goes on where it stopped, and what is kept is
 * what was sent. Planted defects must end red there first.
 */
import { floodAll } from './uploads/flooding.ts';
import { resumeAll } from './uploads/resuming.ts';

const largest = 24_900_000;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const taken = await floodAll(largest, say);
const cut = await resumeAll(largest, say);
say(`${(largest / 1_000_000).toFixed(1)} MB in parts, cut off at every tenth`);
const faults = [...taken, ...cut];
for (const fault of faults) say(`  ${fault}`);
say(faults.length === 0 ? 'held' : `${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
