/**
 * `npm run statement -- --number <wallet or account> --from <day> --till <day>`: the statement of a client's wallet or live trading
 * account over days of UTC, both included, recomputed from the entries of the book, with its digest. `--gold <client>` in the place of
 * `--number`: that of a client's gold. `--upto <state>`: from the entries that were there when a statement was drawn up, which says so itself. `--format pdf|csv|xlsx|print --to <file>`: writes the whole
 * document, `--language <code>` in that language. What the digest is made of stands at `openDigest` in src/ledger/period.ts. For the
 * database that this environment names (DATABASE_URL, or the PostgreSQL of the data folder).
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { walletOf } from '../src/areas/fundingAccounts/face.ts';
import { accountOf } from '../src/areas/accounts/face.ts';
import {
  digestOf,
  drawStatement,
  statedFund,
  statementTable,
  type DrawnStatement,
  type StatementReader,
} from '../src/areas/statements/face.ts';
import { drawGoldStatement, goldStatementTable } from '../src/areas/gold/face.ts';
import { clientById } from '../src/areas/session/face.ts';
import { accountNumber, clientId, type ClientId } from '../src/base/id.ts';
import { formatWeight } from '../src/base/weight.ts';
import { formatMinor } from '../src/base/money.ts';
import { isLanguageKey, type LanguageKey } from '../src/law/languages.ts';
import { isReversed } from '../src/protocol/period.ts';
import { loadServerWords } from '../src/server/serve/words.ts';
import { openClock } from '../src/server/start/clock.ts';
import { ConfigurationError, readConfig } from '../src/server/start/config.ts';
import { loadSettings } from '../src/server/start/settings.ts';
import { tableFormats, type Table, type TableFormat } from '../src/tables/table.ts';
import { writeTable } from '../src/tables/write.ts';
import { runCommand, say, withDatabase, type Joined } from './broker.ts';

const { values } = parseArgs({
  options: {
    number: { type: 'string', default: '' },
    gold: { type: 'string' },
    from: { type: 'string', default: '' },
    till: { type: 'string', default: '' },
    upto: { type: 'string' },
    format: { type: 'string' },
    to: { type: 'string' },
    language: { type: 'string', default: 'en' },
  },
});

interface Order {
  readonly number: number;
  /** Of whose gold it is to be, in the place of a number. */
  readonly gold: ClientId | undefined;
  readonly from: string;
  readonly till: string;
  readonly upto: bigint | undefined;
  readonly written: { readonly format: TableFormat; readonly to: string; readonly language: LanguageKey } | undefined;
}

await runCommand(async () => {
  const order = readOrder();
  await withDatabase(readConfig(process.env), (database) => draw(database, order));
});

function readOrder(): Order {
  const { number, gold, from, till, upto, format, to, language } = values;
  const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!/^\d{1,9}$/.test(gold ?? number) || (gold !== undefined && number !== ''))
    throw new ConfigurationError('--number is that of a wallet or a trading account, or --gold that of a client.');
  if (!isDay(from) || !isDay(till) || isReversed({ from, till }))
    throw new ConfigurationError('--from and --till are days such as 2026-11-30, the first one first.');
  if (upto !== undefined && !/^\d{1,18}$/.test(upto)) throw new ConfigurationError('--upto is the number on the statement.');
  const known = tableFormats.find((each) => each === format);
  if ((format === undefined) !== (to === undefined) || (format !== undefined && !known))
    throw new ConfigurationError(`--format is one of ${tableFormats.join(', ')}, and --to the file.`);
  if (!isLanguageKey(language)) throw new ConfigurationError(`There is no language ${language}.`);
  const written = known && to !== undefined ? { format: known, to, language } : undefined;
  return {
    number: Number(number),
    gold: gold === undefined ? undefined : clientId(Number(gold)),
    from,
    till,
    upto: upto === undefined ? undefined : BigInt(upto),
    written,
  };
}

async function draw({ application }: Joined, order: Order): Promise<void> {
  const { sql } = application;
  if (order.gold !== undefined) return drawGold(application, order, order.gold);
  const number = accountNumber(order.number);
  const owner = (await walletOf(sql, number)) ?? (await accountOf(sql, number));
  const fund = owner && (await statedFund(sql, owner.clientId, String(number)));
  if (!fund) throw new ConfigurationError(`There is no wallet and no live trading account ${number}.`);
  const { from, till, upto } = order;
  const statement = await drawStatement(sql, { fund, from, till, upto });
  if (order.written) return write(application, (reader) => statementTable(sql, statement, reader), order.written);
  const shown = (minor: bigint): string => `${formatMinor(minor, fund.currency)} ${fund.currency}`;
  tell(statement, { shown, digest: await digestOf(sql, statement) });
}

/** Of a client's gold, in grams. */
async function drawGold(application: Joined['application'], order: Order, id: ClientId): Promise<void> {
  const { sql } = application;
  const client = await clientById(sql, id);
  if (!client) throw new ConfigurationError(`There is no client ${id}.`);
  const { from, till, upto } = order;
  const owner = { company: client.profile.company, clientId: id };
  const statement = await drawGoldStatement(sql, { owner, from, till, upto });
  if (order.written) return write(application, (reader) => goldStatementTable(sql, statement, reader), order.written);
  tell(statement, { shown: (minor) => `${formatWeight(minor, 'g')} g`, digest: await digestOf(sql, statement) });
}

interface Telling {
  readonly shown: (minor: bigint) => string;
  readonly digest: string;
}

function tell({ sums, period }: Pick<DrawnStatement, 'sums' | 'period'>, { shown, digest }: Telling): void {
  say(`account   ${period.account.code}`);
  say(`period    ${period.from.toISOString()} to ${period.till.toISOString()}, which is not included`);
  say(`opening   ${shown(sums.openingMinor)}`);
  say(`came in   ${shown(sums.cameInMinor)}`);
  say(`went out  ${shown(sums.wentOutMinor)}`);
  say(`closing   ${shown(sums.closingMinor)}`);
  say(`entries   ${sums.lines}`);
  say(`book      ${period.upto}`);
  say(`digest    ${digest}`);
}

async function write(
  application: Joined['application'],
  tableFor: (reader: StatementReader) => Promise<Table>,
  { format, to, language }: NonNullable<Order['written']>,
): Promise<void> {
  const now = (await openClock(application)).now();
  const { settings } = await loadSettings(application.sql, now);
  const reader = { say: loadServerWords().in(language), language, brand: settings.brand, now };
  const { body } = writeTable(await tableFor(reader), format);
  await pipeline(body, createWriteStream(to));
  say(`Written to ${to}.`);
}
