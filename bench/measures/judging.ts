import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/* What figures are held to, and which of them count on a machine that does other things too (docs/decisions/0026). */

export interface Judged {
  readonly target: string;
  readonly isMet: boolean;
}

/** What one round differs from another on a machine with nothing else to do. */
const leastRatio = 0.95;
/** However busy the machine is, the two programs take turns on it. */
const leastRatioBusy = 0.8;

export interface Sides {
  /** Of how many a second, now ÷ before. */
  readonly ratio: number;
  /** Of the processor time of one, now ÷ before. */
  readonly cpuRatio: number;
  /** What of the machine others had, from 0 to 1. */
  readonly others: number;
}

/** By throughput and processor time; where others have had the machine, by processor time, and never with a fifth less throughput. */
export function judgeSides({ ratio, cpuRatio, others }: Sides): Judged {
  const isBusy = others > busyFrom;
  const least = isBusy ? leastRatioBusy : leastRatio;
  const why = isBusy ? ` (others had ${percent(others)} of the machine: judged by CPU)` : '';
  return {
    target: `CPU ≤ ÷ ${leastRatio} and ≥ ${least} ×${why}`,
    isMet: cpuRatio <= 1 / leastRatio && ratio >= least,
  };
}

const jobsMost = 1.5;
/** Where a job touches hardly anything, one more level of an index or two is no growth. */
const pagesAnyway = 32;

export interface Growth {
  /** Of the few, and of the many. */
  readonly pages: readonly [number, number];
  readonly ms: readonly [number, number];
  /** What of its time whoever measured stood in line for a processor, from 0 to 1. */
  readonly waited: number;
}

/** By pages, which no machine's speed decides; more pages are none that count where they take no more time, on a quiet machine. */
export function judgeJob({ pages: [few, many], ms: [fewMs, manyMs], waited }: Growth): Judged {
  if (many / Math.max(few, 1) <= jobsMost || many - few <= pagesAnyway)
    return { target: `≤ ${jobsMost} × in pages, or ≤ ${pagesAnyway} more`, isMet: true };
  if (waited > busyFrom) return notJudged(waited);
  return { target: `≤ ${jobsMost} × in pages or in time`, isMet: manyMs / fewMs <= jobsMost };
}

const readsMost = 1.3;

/** By time alone, so on a quiet machine alone. */
export function judgeRead({ ratios, waited }: { readonly ratios: readonly number[]; readonly waited: number }): Judged {
  if (waited > busyFrom) return notJudged(waited);
  return { target: `p50 and p95 ≤ ${readsMost} ×`, isMet: ratios.every((ratio) => ratio <= readsMost) };
}

/** From this share of others' work on, times say nothing. */
const busyFrom = 0.1;

function notJudged(waited: number): Judged {
  return { target: `not measured: ${percent(waited)} of the time went by in line for a processor`, isMet: false };
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

const lookMs = 400;

/** What of the machine is taken now, while whoever asks does nothing: from 0 to 1 (Linux, /proc/stat). */
export async function takenByOthers(): Promise<number> {
  const before = machine();
  await wait(lookMs);
  const after = machine();
  return (after.busy - before.busy) / Math.max(after.whole - before.whole, 1);
}

function machine(): { readonly busy: number; readonly whole: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // user nice system idle iowait irq softirq steal: what another guest of the same host takes is taken too (proc(5)).
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const whole = fields.reduce((sum, field) => sum + field, 0);
  return { whole, busy: whole - (fields[3] ?? 0) - (fields[4] ?? 0) };
}
