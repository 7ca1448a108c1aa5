import { createHash } from 'node:crypto';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isCurrency } from '../../../base/currency.ts';
import { parseMinor } from '../../../base/money.ts';
import { openZone, zoneRuleOf } from '../../../base/zone.ts';
import type { BankBalances, BankEntry, BankStatement, PaymentAmount, StatementReading } from '../port.ts';

/* ISO 20022, bank to customer statement: camt.053.001.02 and camt.053.001.08, as far as incoming money needs it. */

export const mostStatementBytes = 5_000_000;
/** More than a day of any account has. */
const mostEntries = 50_000;
const mostTexts = 40;
const mostLetters = 1000;

/** What a tag holds: text, tags, or many of one name. */
type Node = string | { readonly [name: string]: Node | readonly Node[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // A document type is refused before: nothing is left that could unfold but what XML itself names.
  processEntities: true,
  htmlEntities: true,
});

/** Reads a statement; `zoneOf` says by which clock an account's are written. */
export function readStatements(raw: Uint8Array, zoneOf: (account: string) => string): StatementReading {
  if (raw.length > mostStatementBytes) return refused('too_large', `${raw.length} bytes`);
  const text = textOf(raw);
  if (text === undefined || /<!(?!--|\[CDATA\[)/.test(text)) return refused('not_xml', 'a document type, or no UTF-8');
  // XML has no such character, and no column takes it.
  if (text.includes('\0')) return refused('not_xml', 'a character that no text has');
  const checked = XMLValidator.validate(text);
  if (checked !== true) return refused('not_xml', `line ${checked.err.line}`);
  if (!/urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(02|08)\b/.test(text.slice(0, 2000)))
    return refused('not_a_statement', 'neither camt.053.001.02 nor camt.053.001.08');
  try {
    const statements = all(parser.parse(text) as Node, 'Document', 'BkToCstmrStmt', 'Stmt');
    if (statements.length === 0) return refused('not_a_statement', 'no statement in it');
    return { outcome: 'read', statements: statements.map((node) => statementOf(node, zoneOf)) };
  } catch (error) {
    if (error instanceof NotUnderstood) return refused('not_understood', error.message);
    throw error;
  }
}

class NotUnderstood extends Error {}

function refused(fault: Extract<StatementReading, { outcome: 'refused' }>['fault'], at: string): StatementReading {
  return { outcome: 'refused', fault, at };
}

function textOf(raw: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return undefined;
  }
}

function statementOf(node: Node, zoneOf: (account: string) => string): BankStatement {
  const id = word(node, 'Id') ?? missing('Stmt/Id');
  const named = word(node, 'Acct', 'Id', 'IBAN') ?? word(node, 'Acct', 'Id', 'Othr', 'Id') ?? missing('Stmt/Acct/Id');
  const account = named.replaceAll(/\s/g, '').toUpperCase();
  const rule = zoneRuleOf(zoneOf(account)) ?? missing(`the zone of ${account}`);
  const zone = openZone(rule);
  const entries = all(node, 'Ntry');
  if (entries.length > mostEntries) throw new NotUnderstood(`more than ${mostEntries} entries`);
  const seen = new Map<string, number>();
  const toUtc: ToUtc = (wallMs) => new Date(zone.toUtc(wallMs));
  const read = entries.flatMap((entry) => entriesOf({ statement: id, entry, toUtc, seen }));
  return { id, account, entries: read, balances: balancesOf(node, toUtc) };
}

type ToUtc = (wallMs: number) => Date;

/** BalanceType12Code: what was booked when it opens (told as the closing of the day before, too) and when it closes. */
function balancesOf(node: Node, toUtc: ToUtc): BankBalances | undefined {
  const told = all(node, 'Bal');
  const named = (code: string) => told.find((each) => word(each, 'Tp', 'CdOrPrtry', 'Cd') === code);
  const [opened, before, closed] = ['OPBD', 'PRCD', 'CLBD'].map(named);
  const opening = opened ?? before;
  if (!opening || !closed) return undefined;
  const [{ currency }, other] = [amountOf(opening, 'Amt'), amountOf(closed, 'Amt')];
  if (currency === undefined || other.currency !== currency) return undefined;
  const closedAt = instantOf(closed, 'Dt', { toUtc, ofDay: '24:00:00' });
  return {
    currency,
    opening: signedOf(opening),
    closing: signedOf(closed),
    openedAt: instantOf(opening, 'Dt', { toUtc, ofDay: opened ? '00:00:00' : '24:00:00' }),
    closedAt,
    writtenAt: word(node, 'CreDtTm') === undefined ? closedAt : instantIn(word(node, 'CreDtTm') ?? '', toUtc),
    sequence: BigInt(/^\d{1,18}$/.exec(word(node, 'ElctrncSeqNb') ?? word(node, 'LglSeqNb') ?? '')?.[0] ?? 0),
  };
}

function signedOf(balance: Node): bigint {
  const { minor } = amountOf(balance, 'Amt');
  return signOf(word(balance, 'CdtDbtInd'), 'Bal/CdtDbtInd') === 'credit' ? minor : -minor;
}

function signOf(sign: string | undefined, where: string): 'credit' | 'debit' {
  if (sign !== 'CRDT' && sign !== 'DBIT') throw new NotUnderstood(where);
  return sign === 'CRDT' ? 'credit' : 'debit';
}

interface Reading {
  readonly statement: string;
  readonly entry: Node;
  readonly toUtc: ToUtc;
  /** How many entries that say the same have come before, by what they say. */
  readonly seen: Map<string, number>;
}

/** An entry is one transaction, or a batch of several. What is not booked is none yet. */
function entriesOf(reading: Reading): BankEntry[] {
  const { entry } = reading;
  const status = word(entry, 'Sts', 'Cd') ?? word(entry, 'Sts');
  if (status !== 'BOOK') return [];
  const parts = all(entry, 'NtryDtls', 'TxDtls');
  if (parts.length <= 1) return [entryOf(reading, { part: parts[0] ?? '', amount: amountOf(entry, 'Amt'), place: '' })];
  return parts.map((part, index) => {
    const own = find(part, 'Amt') === undefined ? amountOf(part, 'AmtDtls', 'TxAmt', 'Amt') : amountOf(part, 'Amt');
    return entryOf(reading, { part, amount: own, place: `#${word(part, 'Refs', 'AcctSvcrRef') ?? index + 1}` });
  });
}

interface Part {
  readonly part: Node;
  readonly amount: PaymentAmount;
  /** Which of a batch it is; empty where it is all of the entry. */
  readonly place: string;
}

function entryOf({ statement, entry, toUtc, seen }: Reading, { part, amount, place }: Part): BankEntry {
  const direction = signOf(word(part, 'CdtDbtInd') ?? word(entry, 'CdtDbtInd'), 'Ntry/CdtDbtInd');
  const isReversal = ['true', '1'].includes(word(entry, 'RvslInd') ?? '');
  const bookedAt = instantOf(entry, 'BookgDt', { toUtc, ofDay: '12:00:00' });
  const texts = textsOf(part);
  const payerName = word(part, 'RltdPties', 'Dbtr', 'Nm') ?? word(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm');
  const said = [direction, isReversal, amount.letters, amount.minor, bookedAt.toISOString(), payerName, ...texts];
  const likeness = createHash('sha256')
    .update(JSON.stringify(said.map(String)))
    .digest('hex');
  const times = (seen.get(likeness) ?? 0) + 1;
  seen.set(likeness, times);
  const known = { statement, likeness: `${likeness}-${times}`, place, isReversal };
  const servicer = word(entry, 'AcctSvcrRef') ?? (place === '' ? word(part, 'Refs', 'AcctSvcrRef') : undefined);
  return {
    key: entryKey({ ...known, servicer, entry: word(entry, 'NtryRef') }),
    likeness: known.likeness,
    direction,
    isReversal,
    amount,
    texts,
    servicerReferences: [servicer, word(part, 'Refs', 'AcctSvcrRef')].flatMap((each) => (each === undefined ? [] : [each])),
    payerName,
    bookedAt,
  };
}

interface Named {
  readonly statement: string;
  readonly servicer: string | undefined;
  readonly entry: string | undefined;
  readonly likeness: string;
  readonly place: string;
  readonly isReversal: boolean;
}

/**
 * By what an entry is the same wherever it is told: the number that the bank gives it for good (`AcctSvcrRef`), else the one that it
 * has in its statement (`NtryRef`), else all that it says. What takes it back may bear its very number.
 */
function entryKey({ statement, servicer, entry, likeness, place, isReversal }: Named): string {
  const taken = isReversal ? 'reversal:' : '';
  const name =
    servicer !== undefined
      ? `servicer:${servicer}${place}`
      : entry === undefined
        ? `like:${likeness}`
        : `entry:${statement}:${entry}${place}`;
  return taken + (name.length > 120 ? `long:${createHash('sha256').update(name).digest('hex')}` : name);
}

const textPlaces = [
  ['RmtInf', 'Ustrd'],
  ['RmtInf', 'Strd', 'CdtrRefInf', 'Ref'],
  ['RmtInf', 'Strd', 'AddtlRmtInf'],
  ['RmtInf', 'Strd', 'RfrdDocInf', 'Nb'],
  ['Refs', 'EndToEndId'],
  ['AddtlTxInf'],
] as const;

function textsOf(part: Node): string[] {
  const found = textPlaces.flatMap((path) => all(part, ...path).flatMap((node) => written(node) ?? []));
  return found.filter((text) => text !== 'NOTPROVIDED').slice(0, mostTexts);
}

function amountOf(node: Node, ...path: readonly string[]): PaymentAmount {
  const found = find(node, ...path);
  const [text, letters] = [written(found), found === undefined ? undefined : word(found, '@Ccy')];
  if (text === undefined || letters === undefined) throw new NotUnderstood(path.join('/'));
  const currency = isCurrency(letters) ? letters : undefined;
  // Of another currency two decimals are enough to show it.
  const minor = parseMinor(text, currency ?? 'USD');
  if (minor === undefined || minor < 0n) throw new NotUnderstood(`${path.join('/')} ${text.slice(0, 40)}`);
  return { minor, currency, letters };
}

interface Clock {
  readonly toUtc: ToUtc;
  /** Which time of it a day is told as. */
  readonly ofDay: string;
}

function instantOf(node: Node, name: string, { toUtc, ofDay }: Clock): Date {
  const day = word(node, name, 'Dt');
  return instantIn(word(node, name, 'DtTm') ?? `${day ?? missing(name)}T${ofDay}`, toUtc);
}

/** A time without its distance from UTC is that of the clock in the bank's room. */
function instantIn(text: string, toUtc: ToUtc): Date {
  const isWhole = /(Z|[+-]\d{2}:\d{2})$/.test(text.slice(10));
  const at = new Date(isWhole ? text : `${text}Z`);
  if (Number.isNaN(at.getTime())) throw new NotUnderstood(`the time ${text.slice(0, 40)}`);
  return isWhole ? at : toUtc(at.getTime());
}

/** Every node at the end of a path, whichever of its steps are many. */
function all(node: Node, ...path: readonly string[]): Node[] {
  return path.reduce<Node[]>((nodes, name) => nodes.flatMap((each) => childrenOf(each, name)), [node]);
}

function childrenOf(node: Node, name: string): readonly Node[] {
  if (typeof node === 'string') return [];
  const child = node[name];
  if (child === undefined) return [];
  return typeof child === 'object' && isList(child) ? child : [child];
}

const isList = (child: Node | readonly Node[]): child is readonly Node[] => Array.isArray(child);

function find(node: Node, ...path: readonly string[]): Node | undefined {
  return all(node, ...path)[0];
}

function word(node: Node, ...path: readonly string[]): string | undefined {
  return written(find(node, ...path));
}

function written(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  const text = typeof node === 'string' ? node : node['#text'];
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, mostLetters) : undefined;
}

function missing(what: string): never {
  throw new NotUnderstood(what);
}
