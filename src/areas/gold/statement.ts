import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { formatWeight } from '../../base/weight.ts';
import { legalLineIn, type Brand } from '../../law/brand.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';
import { isCompanyId } from '../../law/regions/profile.ts';
import { gold as goldAccount, type Owner } from '../../ledger/chart.ts';
import { horizonOf, linesOf, openDigest, sumsOf, type Period, type PeriodLine, type PeriodSums } from '../../ledger/period.ts';
import { periodOf } from '../../protocol/period.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Fact, Row, Table } from '../../tables/table.ts';
import { clientById } from '../session/face.ts';
import { kindOf, tradeIdOf } from './lines.ts';
import { moneyOfTrades } from './store.ts';
import { goldCurrency } from './trades.ts';

/** A statement of a client's gold that was asked for: days of UTC, both included. */
interface AskedGoldStatement {
  readonly owner: Owner;
  readonly from: string;
  readonly till: string;
  /** Entries of transactions below it; everything there is now when left out. */
  readonly upto?: bigint | undefined;
}

/** With its sums; its lines are read when they are written. */
interface DrawnGoldStatement extends AskedGoldStatement {
  readonly period: Period;
  readonly sums: PeriodSums;
}

/** What trades came to is asked for so many lines at once. */
const pageSize = 100;

export async function drawGoldStatement(sql: Sql, asked: AskedGoldStatement): Promise<DrawnGoldStatement> {
  const { from, till } = periodOf(asked);
  if (!from || !till) throw new RangeError('a statement is of a period');
  const period: Period = { account: goldAccount(asked.owner), from, till, upto: asked.upto ?? (await horizonOf(sql)) };
  return { ...asked, period, sums: await sumsOf(sql, period) };
}

function pagesOf(sql: Sql, { period, sums }: DrawnGoldStatement): AsyncGenerator<readonly PeriodLine[]> {
  return linesOf(sql, period, { openingMinor: sums.openingMinor, pageSize });
}

/** The digest alone, without a document around it. */
export async function goldDigestOf(sql: Sql, statement: DrawnGoldStatement): Promise<string> {
  const digest = openDigest(statement.period);
  for await (const lines of pagesOf(sql, statement)) digest.add(lines);
  return digest.end(statement.sums);
}

/** For whom it is written. */
interface GoldReader {
  readonly say: Say;
  readonly language: LanguageKey;
  readonly brand: Brand;
  readonly now: Date;
}

/** The statement as a table, whose digest and sums stand behind its last line. */
export async function goldStatementTable(sql: Sql, statement: DrawnGoldStatement, to: GoldReader): Promise<Table> {
  const { period, sums, owner } = statement;
  const { say, language } = to;
  const digest = openDigest(period);
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    for await (const lines of pagesOf(sql, statement)) {
      digest.add(lines);
      yield await rowsOf(sql, { lines, owner, say });
    }
  };
  const currency = goldCurrency;
  return {
    name: `gold-${owner.clientId}-${statement.from}-${statement.till}`,
    title: say('gold.file.title'),
    reader: readerIn(language, say),
    head: await headOf(sql, statement, to),
    columns: [
      { title: say('statement.column.at'), kind: 'instant', share: 2.2 },
      { title: say('statement.column.text'), kind: 'text', share: 2.4 },
      { title: say('statement.column.entry'), kind: 'code', share: 1.2 },
      { title: say('gold.file.column.weight'), kind: 'decimal', share: 1.7 },
      { title: say('gold.file.column.balance'), kind: 'decimal', share: 1.8 },
      { title: say('gold.file.column.total', { currency }), kind: 'decimal', share: 1.4 },
      { title: say('gold.file.column.spread', { currency }), kind: 'decimal', share: 1.2 },
      { title: say('gold.file.column.tax', { currency }), kind: 'decimal', share: 1.2 },
    ],
    rows: rows(),
    foot: () => footOf(statement, digest.end(sums), say),
  };
}

interface Lines {
  readonly lines: readonly PeriodLine[];
  readonly owner: Owner;
  readonly say: Say;
}

async function rowsOf(sql: Sql, { lines, owner, say }: Lines): Promise<Row[]> {
  const money = await moneyOfTrades(sql, owner.clientId, lines.flatMap(tradeIdOf));
  return lines.map((line) => {
    const trade = money.get(tradeIdOf(line)[0] ?? '');
    const dollars = (minor: bigint | undefined): string => (minor === undefined ? '' : formatMinor(minor, goldCurrency));
    return [
      line.at.toISOString(),
      say(`gold.moved.${kindOf(line)}`),
      `${line.movementId}.${line.line}`,
      formatWeight(line.minor, 'g'),
      formatWeight(line.balanceMinor, 'g'),
      dollars(trade?.total),
      dollars(trade?.spread),
      dollars(trade?.tax),
    ];
  });
}

async function headOf(sql: Sql, { owner, from, till, sums }: DrawnGoldStatement, to: GoldReader): Promise<Fact[]> {
  const { say, language, brand, now } = to;
  const client = await clientById(sql, owner.clientId);
  const name = client ? `${client.firstName} ${client.lastName}`.trim() : '';
  const { company } = owner;
  const written = (at: string | Date, style: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(languages[language].formats, { ...style, timeZone: 'UTC' }).format(new Date(at));
  const day = (text: string): string => written(`${text}T00:00:00Z`, { dateStyle: 'long' });
  return [
    ...(isCompanyId(company)
      ? [{ label: say('statement.company'), value: legalLineIn(brand.companies[company], language) }]
      : []),
    { label: say('statement.client'), value: name === '' ? String(owner.clientId) : `${name} · ${owner.clientId}` },
    { label: say('statement.period'), value: say('statement.days', { from: day(from), till: day(till) }) },
    {
      label: say('statement.drawn'),
      value: say('statement.utc', { at: written(now, { dateStyle: 'long', timeStyle: 'medium' }) }),
    },
    { label: say('statement.opening'), value: weightIn(sums.openingMinor, say) },
  ];
}

/** Sums, and by what anybody who has the book can say that it is the same statement. */
function footOf({ owner, from, till, period, sums }: DrawnGoldStatement, digest: string, say: Say): Fact[] {
  return [
    { label: say('statement.cameIn'), value: weightIn(sums.cameInMinor, say) },
    { label: say('statement.wentOut'), value: weightIn(sums.wentOutMinor, say) },
    { label: say('statement.closing'), value: weightIn(sums.closingMinor, say) },
    { label: say('statement.lines'), value: String(sums.lines) },
    { label: say('statement.upto'), value: String(period.upto) },
    { label: say('statement.digest'), value: digest },
    {
      label: say('statement.again'),
      value: `npm run statement -- --gold ${owner.clientId} --from ${from} --till ${till} --upto ${period.upto}`,
    },
  ];
}

/** In either unit. */
function weightIn(minor: bigint, say: Say): string {
  return say('gold.file.weight', { grams: formatWeight(minor, 'g'), ounces: formatWeight(minor, 'oz') });
}
