import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { isOfTrading } from '../../ledger/entries.ts';
import { horizonOf, linesOf, openDigest, sumsOf, type Period, type PeriodLine, type PeriodSums } from '../../ledger/period.ts';
import { legalLineIn, type Brand } from '../../law/brand.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';
import { isCompanyId } from '../../law/regions/profile.ts';
import { periodOf } from '../../protocol/period.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Fact, Row, Table } from '../../tables/table.ts';
import { clientById } from '../session/face.ts';
import { transferIdOf, walletTexts } from '../wallet/face.ts';
import { nameIn, type Fund } from './funds.ts';

/** A statement that was asked for: of what, and which days of UTC, both included. */
export interface AskedStatement {
  readonly fund: Fund;
  readonly from: string;
  readonly till: string;
  /** Entries of transactions below it (`npm run statement` names it); everything there is now when left out. */
  readonly upto?: bigint | undefined;
}

/** A statement with its sums; its lines are read when they are written. */
export interface DrawnStatement extends AskedStatement {
  readonly period: Period;
  readonly sums: PeriodSums;
}

/** So many of its lines are asked for at once: the sentences of a wallet are not told for more. */
const pageSize = 100;

export async function drawStatement(sql: Sql, asked: AskedStatement): Promise<DrawnStatement> {
  const { from, till } = periodOf(asked);
  if (!from || !till) throw new RangeError('a statement is of a period');
  const period: Period = { account: asked.fund.account, from, till, upto: asked.upto ?? (await horizonOf(sql)) };
  return { ...asked, period, sums: await sumsOf(sql, period) };
}

export function pagesOf(sql: Sql, { period, sums }: DrawnStatement): AsyncGenerator<readonly PeriodLine[]> {
  return linesOf(sql, period, { openingMinor: sums.openingMinor, pageSize });
}

/** The digest alone, without a document around it. */
export async function digestOf(sql: Sql, statement: DrawnStatement): Promise<string> {
  const digest = openDigest(statement.period);
  for await (const lines of pagesOf(sql, statement)) digest.add(lines);
  return digest.end(statement.sums);
}

/** A line as it is read. */
export interface ToldLine {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly reference: string;
  readonly amount: string;
  readonly balance: string;
}

/** What each line was, in the reader's language; at most a page of them. */
export async function toldLines(
  sql: Sql,
  { fund, lines, say }: { readonly fund: Fund; readonly lines: readonly PeriodLine[]; readonly say: Say },
): Promise<ToldLine[]> {
  const texts = fund.wallet
    ? await walletTexts(sql, { wallet: fund.wallet, lines, say })
    : lines.map((line) => tradingText(line, say));
  return lines.map((line, place) => ({
    id: `${line.movementId}.${line.line}`,
    at: line.at.toISOString(),
    text: texts[place] ?? '',
    reference: referenceOf(line),
    amount: formatMinor(line.minor, fund.currency),
    balance: formatMinor(line.balanceMinor, fund.currency),
  }));
}

function tradingText({ kind }: PeriodLine, say: Say): string {
  if (!isOfTrading(kind)) throw new Error(`${kind} stands in the statement of a trading account`);
  return say(`statement.line.${kind}`);
}

/** A deal by its ticket on the platform, a transfer by its number. */
function referenceOf({ key }: PeriodLine): string {
  return /^deal:[^:]*:(.+)$/.exec(key)?.[1] ?? String(transferIdOf(key) ?? '');
}

/** For whom it is written. */
export interface StatementReader {
  readonly say: Say;
  readonly language: LanguageKey;
  readonly brand: Brand;
  readonly now: Date;
}

/** The statement as a table, whose digest and sums stand behind its last line. */
export async function statementTable(sql: Sql, statement: DrawnStatement, to: StatementReader): Promise<Table> {
  const { fund, period, sums } = statement;
  const { say, language } = to;
  const digest = openDigest(period);
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    for await (const lines of pagesOf(sql, statement)) {
      digest.add(lines);
      const told = await toldLines(sql, { fund, lines, say });
      yield told.map(({ at, text, reference, id, amount, balance }) => [at, text, reference, id, amount, balance]);
    }
  };
  const { currency } = fund;
  return {
    name: `statement-${fund.number}-${statement.from}-${statement.till}`,
    title: say('statement.title', { name: nameIn(say, fund), number: String(fund.number) }),
    reader: readerIn(language, say),
    head: await headOf(sql, statement, to),
    columns: [
      { title: say('statement.column.at'), kind: 'instant', share: 2.4 },
      { title: say('statement.column.text'), kind: 'text', share: 4 },
      { title: say('statement.column.reference'), kind: 'code', share: 1.4 },
      { title: say('statement.column.entry'), kind: 'code', share: 1.3 },
      { title: say('statement.column.amount', { currency }), kind: 'decimal', share: 1.9 },
      { title: say('statement.column.balance', { currency }), kind: 'decimal', share: 1.9 },
    ],
    rows: rows(),
    foot: () => [...sumFacts(statement, say), ...proofFacts(statement, digest.end(sums), say)],
  };
}

async function headOf(sql: Sql, { fund, from, till, sums }: DrawnStatement, to: StatementReader): Promise<Fact[]> {
  const { say, language, brand, now } = to;
  const client = await clientById(sql, fund.clientId);
  const { companyId, currency } = fund;
  const name = client ? `${client.firstName} ${client.lastName}`.trim() : '';
  return [
    ...(isCompanyId(companyId)
      ? [{ label: say('statement.company'), value: legalLineIn(brand.companies[companyId], language) }]
      : []),
    { label: say('statement.client'), value: name === '' ? String(fund.clientId) : `${name} · ${fund.clientId}` },
    { label: say('statement.period'), value: say('statement.days', { from: dayIn(from, to), till: dayIn(till, to) }) },
    { label: say('statement.drawn'), value: say('statement.utc', { at: instantIn(now, to) }) },
    { label: say('statement.opening'), value: amountIn(sums.openingMinor, currency, say) },
  ];
}

function sumFacts({ sums, fund: { currency } }: DrawnStatement, say: Say): Fact[] {
  return [
    { label: say('statement.cameIn'), value: amountIn(sums.cameInMinor, currency, say) },
    { label: say('statement.wentOut'), value: amountIn(sums.wentOutMinor, currency, say) },
    { label: say('statement.closing'), value: amountIn(sums.closingMinor, currency, say) },
  ];
}

/** By what anybody who has the book can say that it is the same statement. */
function proofFacts({ fund, from, till, period, sums }: DrawnStatement, digest: string, say: Say): Fact[] {
  return [
    { label: say('statement.lines'), value: String(sums.lines) },
    { label: say('statement.upto'), value: String(period.upto) },
    { label: say('statement.digest'), value: digest },
    {
      label: say('statement.again'),
      value: `npm run statement -- --number ${fund.number} --from ${from} --till ${till} --upto ${period.upto}`,
    },
  ];
}

function amountIn(minor: bigint, currency: Fund['currency'], say: Say): string {
  return say('statement.amount', { amount: { amount: formatMinor(minor, currency), currency } });
}

function dayIn(day: string, { language }: StatementReader): string {
  return new Intl.DateTimeFormat(languages[language].formats, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

function instantIn(at: Date, { language }: StatementReader): string {
  return new Intl.DateTimeFormat(languages[language].formats, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(
    at,
  );
}
