import { openZone, zoneRuleOf } from '../../base/zone.ts';
import { isCurrency } from '../../base/currency.ts';
import { formatMinor } from '../../base/money.ts';
import type { SandboxAccount } from './accounts.ts';

/** A transaction on an account of the sandbox's bank. */
export interface Booked {
  /** The bank's number of it, for good. */
  readonly servicer: string;
  readonly account: string;
  readonly direction: 'CRDT' | 'DBIT';
  /** The number of what it takes back; empty: it takes nothing back. */
  readonly takesBack: string;
  readonly minor: bigint;
  readonly currency: string;
  readonly text: string;
  readonly structured: string;
  readonly payer: string;
  readonly at: Date;
}

export type CamtVersion = '02' | '08';

interface Sheet {
  readonly id: string;
  readonly sequence: number;
  readonly account: SandboxAccount;
  readonly version: CamtVersion;
  readonly at: Date;
  readonly entries: readonly Booked[];
  /** What was on the account before and after them, in its currency; left out where a bank tells none. */
  readonly balances?: Balances;
}

export interface Balances {
  readonly opening: bigint;
  readonly closing: bigint;
}

/** The day and the time of that instant by the clock in the bank's room. */
export function wallOf(at: Date, zoneName: string): { readonly day: string; readonly time: string } {
  const rule = zoneRuleOf(zoneName);
  if (!rule) throw new Error(`the bank stands in no zone that is known: ${zoneName}`);
  const wall = new Date(openZone(rule).toWall(at.getTime())).toISOString();
  return { day: wall.slice(0, 10), time: wall.slice(0, 19) };
}

/**
 * A statement, written from the message definition reports of ISO 20022 (camt.053.001.02 of 2009 and .08 of 2019). Both are in use; the
 * older has codes as plain text and parties without a `Pty`, and is written by day, the newer by the minute of the bank's own clock.
 */
export function writeCamt(sheet: Sheet): string {
  const { id, sequence, account, version, at, entries, balances } = sheet;
  const { time } = wallOf(at, account.zone);
  const number = /^[A-Z]{2}\d{2}/.test(account.number) ? leaf('IBAN', account.number) : tag('Othr', leaf('Id', account.number));
  const head = tag('GrpHdr', leaf('MsgId', `MSG-${id}`) + leaf('CreDtTm', time));
  const statement =
    leaf('Id', id) +
    leaf('ElctrncSeqNb', String(sequence)) +
    leaf('CreDtTm', time) +
    tag('Acct', tag('Id', number) + leaf('Ccy', account.currency)) +
    (balances ? balancesOf(balances, sheet) : '') +
    entries.map((entry, index) => entryOf(entry, { index, version, zone: account.zone })).join('');
  const body = tag('BkToCstmrStmt', head + tag('Stmt', statement));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">${body}</Document>\n`;
}

function balancesOf({ opening, closing }: Balances, { account, at }: Sheet): string {
  const { day } = wallOf(at, account.zone);
  const balance = (code: string, minor: bigint): string =>
    tag(
      'Bal',
      tag('Tp', tag('CdOrPrtry', leaf('Cd', code))) +
        `<Amt Ccy="${account.currency}">${formatMinor(minor < 0n ? -minor : minor, account.currency)}</Amt>` +
        leaf('CdtDbtInd', minor < 0n ? 'DBIT' : 'CRDT') +
        tag('Dt', leaf('Dt', day)),
    );
  return balance('OPBD', opening) + balance('CLBD', closing);
}

interface Writing {
  readonly index: number;
  readonly version: CamtVersion;
  readonly zone: string;
}

function entryOf(booked: Booked, { index, version, zone }: Writing): string {
  const { day, time } = wallOf(booked.at, zone);
  const isNew = version === '08';
  const payer = leaf('Nm', booked.payer);
  const back = booked.takesBack === '' ? '' : leaf('InstrId', `RETURN ${booked.takesBack}`);
  const references = tag(
    'Refs',
    leaf('AcctSvcrRef', booked.takesBack || booked.servicer) + back + leaf('EndToEndId', 'NOTPROVIDED'),
  );
  const structured = booked.structured === '' ? '' : tag('Strd', tag('CdtrRefInf', leaf('Ref', booked.structured)));
  const lines = booked.text === '' ? '' : (booked.text.match(/.{1,35}/gs) ?? []).map((line) => leaf('Ustrd', line)).join('');
  const details =
    references +
    (isNew ? `<Amt Ccy="${booked.currency}">${amountOf(booked)}</Amt>` : '') +
    tag('RltdPties', tag('Dbtr', isNew ? tag('Pty', payer) : payer)) +
    (lines + structured === '' ? '' : tag('RmtInf', lines + structured));
  return tag(
    'Ntry',
    leaf('NtryRef', String(index + 1)) +
      `<Amt Ccy="${booked.currency}">${amountOf(booked)}</Amt>` +
      leaf('CdtDbtInd', booked.direction) +
      (booked.takesBack === '' ? '' : leaf('RvslInd', 'true')) +
      (isNew ? tag('Sts', leaf('Cd', 'BOOK')) : leaf('Sts', 'BOOK')) +
      tag('BookgDt', isNew ? leaf('DtTm', time) : leaf('Dt', day)) +
      leaf('AcctSvcrRef', booked.servicer) +
      tag('NtryDtls', tag('TxDtls', details)),
  );
}

function amountOf({ minor, currency }: Booked): string {
  if (!isCurrency(currency)) throw new Error(`the bank keeps no accounts in ${currency}`);
  return formatMinor(minor, currency);
}

function tag(name: string, markup: string): string {
  return `<${name}>${markup}</${name}>`;
}

function leaf(name: string, text: string): string {
  return tag(name, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
}
