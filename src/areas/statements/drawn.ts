import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { Account } from '../../ledger/chart.ts';
import { horizonOf, linesOf, openDigest, sumsOf, type Period, type PeriodLine, type PeriodSums } from '../../ledger/period.ts';
import { periodOf } from '../../protocol/period.ts';
import type { Fact, Row } from '../../tables/table.ts';
import { documentHead, type StatementReader } from './head.ts';

/* What every statement has, of money or of gold: its period with sums and lines, its digest, and the facts around its lines. */

/** Days of UTC, both included. */
export interface AskedPeriod {
  readonly from: string;
  readonly till: string;
  /** Entries of transactions below it (`npm run statement` names it); everything there is now when left out. */
  readonly upto?: bigint | undefined;
}

/** With its sums; its lines are read when they are written. */
export interface DrawnPeriod extends AskedPeriod {
  readonly period: Period;
  readonly sums: PeriodSums;
}

/** So many of its lines are asked for at once: sentences and amounts of trades are not told for more. */
const pageSize = 100;

export async function drawPeriod<Asked extends AskedPeriod>(
  sql: Sql,
  account: Account,
  asked: Asked,
): Promise<Asked & DrawnPeriod> {
  const { from, till } = periodOf(asked);
  if (!from || !till) throw new RangeError('a statement is of a period');
  const period: Period = { account, from, till, upto: asked.upto ?? (await horizonOf(sql)) };
  return { ...asked, period, sums: await sumsOf(sql, period) };
}

export function pagesOf(sql: Sql, { period, sums }: DrawnPeriod): AsyncGenerator<readonly PeriodLine[]> {
  return linesOf(sql, period, { openingMinor: sums.openingMinor, pageSize });
}

/** The digest alone, without a document around it. */
export async function digestOf(sql: Sql, drawn: DrawnPeriod): Promise<string> {
  const digest = openDigest(drawn.period);
  for await (const lines of pagesOf(sql, drawn)) digest.add(lines);
  return digest.end(drawn.sums);
}

/** The lines as they are written, page by page; the digest is of those that have been. */
export function digestedRows(
  sql: Sql,
  drawn: DrawnPeriod,
  written: (lines: readonly PeriodLine[]) => Promise<readonly Row[]>,
): { readonly rows: AsyncGenerator<readonly Row[]>; readonly digest: () => string } {
  const digest = openDigest(drawn.period);
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    for await (const lines of pagesOf(sql, drawn)) {
      digest.add(lines);
      yield await written(lines);
    }
  };
  return { rows: rows(), digest: () => digest.end(drawn.sums) };
}

/** What the facts around the lines are told of. */
export interface Stated {
  readonly drawn: DrawnPeriod;
  readonly clientId: ClientId;
  readonly company: number;
  /** An amount or a weight as it is written. */
  readonly written: (minor: bigint) => string;
  /** What `npm run statement` is given, before the period, to compute the digest again. */
  readonly again: string;
}

export async function headFacts(sql: Sql, { drawn, clientId, company, written }: Stated, to: StatementReader): Promise<Fact[]> {
  const { from, till, sums } = drawn;
  const opening = { label: to.say('statement.opening'), value: written(sums.openingMinor) };
  return [...(await documentHead(sql, { clientId, companyId: company, days: { from, till } }, to)), opening];
}

/** Sums, and by what anybody who has the book can say that it is the same statement. */
export function footFacts({ drawn, written, again }: Stated, digest: string, say: Say): Fact[] {
  const { from, till, period, sums } = drawn;
  return [
    { label: say('statement.cameIn'), value: written(sums.cameInMinor) },
    { label: say('statement.wentOut'), value: written(sums.wentOutMinor) },
    { label: say('statement.closing'), value: written(sums.closingMinor) },
    { label: say('statement.lines'), value: String(sums.lines) },
    { label: say('statement.upto'), value: String(period.upto) },
    { label: say('statement.digest'), value: digest },
    {
      label: say('statement.again'),
      value: `npm run statement -- ${again} --from ${from} --till ${till} --upto ${period.upto}`,
    },
  ];
}
