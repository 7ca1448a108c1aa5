// `npm run expressions`: no regular expression takes longer than its text is long, whoever wrote the text.
import path from 'node:path';
import { expressionsIn, slowAmong } from './build/expressions.ts';

const expressions = expressionsIn(path.dirname(import.meta.dirname), ['src', 'bin', 'seed']);
const faults = await slowAmong(expressions);
for (const fault of faults) console.error(fault);
console.log(`${expressions.length} expressions; ${faults.length} take more than linear time`);
// What judges them runs on in a process of its own.
process.exit(faults.length > 0 ? 1 : 0);
