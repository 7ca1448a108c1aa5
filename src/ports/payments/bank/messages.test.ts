import { expect, test } from 'vitest';
import { writeCamt, type Booked } from '../../../sandbox/bank/camt.ts';
import { readStatements } from './messages.ts';

const account = {
  company: 3,
  currency: 'USD',
  holder: 'Atrium Global',
  bank: 'Sandbox Bank',
  number: 'CY52002001280000120052760011',
  bic: 'SBXBCY2N',
  address: 'Nicosia',
  zone: 'Asia/Nicosia',
} as const;
const booked: Booked = {
  servicer: 'SB2026112200000001',
  account: account.number,
  direction: 'CRDT',
  takesBack: '',
  minor: 25_000n,
  currency: 'USD',
  text: 'deposit R500001-A1B2C3D4 & thanks',
  structured: '',
  payer: 'Thandi <van> der Merwe',
  at: new Date('2026-07-22T21:30:00Z'),
};
const sheet = { id: 'USD-1', sequence: 1, account, version: '08', at: booked.at, entries: [booked] } as const;
const read = (xml: string | Buffer, zone = 'Asia/Nicosia') => readStatements(Buffer.from(xml), () => zone);
const entriesOf = (xml: string) => {
  const reading = read(xml);
  if (reading.outcome !== 'read') throw new Error(JSON.stringify(reading));
  return reading.statements.flatMap(({ entries }) => entries);
};

test.each(['02', '08'] as const)('an entry of camt.053.001.%s is read with its payer, texts and number', (version) => {
  expect(read(writeCamt({ ...sheet, version }))).toMatchObject({
    outcome: 'read',
    statements: [
      {
        id: 'USD-1',
        account: account.number,
        entries: [
          {
            key: 'servicer:SB2026112200000001',
            direction: 'credit',
            isReversal: false,
            amount: { minor: 25_000n, currency: 'USD' },
            texts: ['deposit R500001-A1B2C3D4 & thanks'],
            payerName: 'Thandi <van> der Merwe',
          },
        ],
      },
    ],
  });
});

test('a time without its distance from UTC is that of the clock in the bank, and a day is its noon there', () => {
  expect(entriesOf(writeCamt(sheet))[0]?.bookedAt).toEqual(booked.at);
  // It is the 23rd there already.
  expect(entriesOf(writeCamt({ ...sheet, version: '02' }))[0]?.bookedAt).toEqual(new Date('2026-07-23T09:00:00Z'));
  const whole = writeCamt(sheet).replace(/<BookgDt>.*?<\/BookgDt>/, '<BookgDt><DtTm>2026-07-22T12:00:00+02:00</DtTm></BookgDt>');
  expect(entriesOf(whole)[0]?.bookedAt).toEqual(new Date('2026-07-22T10:00:00Z'));
});

const balancesIn = (xml: string) => {
  const reading = read(xml);
  return reading.outcome === 'read' ? reading.statements.map(({ balances }) => balances) : reading;
};
const told = writeCamt({ ...sheet, balances: { opening: -1_000n, closing: 24_000n } });

test('what was on the account before and after is read with its sign, by the days of the bank', () => {
  // The bank's 23rd of July begins at nine in the evening of the 22nd.
  const [openedAt, closedAt] = [new Date('2026-07-22T21:00:00Z'), new Date('2026-07-23T21:00:00Z')];
  const balances = {
    currency: 'USD',
    opening: -1_000n,
    closing: 24_000n,
    openedAt,
    closedAt,
    writtenAt: booked.at,
    sequence: 1n,
  };
  expect(balancesIn(told)).toEqual([balances]);
  // Some banks tell the closing of the day before instead.
  const before = told.replace('OPBD', 'PRCD').replace('<Dt>2026-07-23</Dt>', '<Dt>2026-07-22</Dt>');
  expect(balancesIn(before)).toEqual([balances]);
});

test.each([
  ['none', writeCamt(sheet)],
  ['none that are booked', told.replace('CLBD', 'CLAV')],
  ['those of a currency that is none of ours', told.replaceAll('Ccy="USD"', 'Ccy="XTS"')],
])('a statement that tells %s is read without balances', (_what, xml) => {
  expect(balancesIn(xml)).toEqual([undefined]);
});

test('an entry is the same in two statements by the bank’s own number, and what takes it back is another one', () => {
  const [first] = entriesOf(writeCamt(sheet));
  const [again] = entriesOf(writeCamt({ ...sheet, id: 'USD-2', version: '02' }));
  const taken = { ...booked, servicer: 'SR1', direction: 'DBIT', takesBack: booked.servicer } as const;
  const [back] = entriesOf(writeCamt({ ...sheet, id: 'USD-3', entries: [taken] }));
  expect(again?.key).toBe(first?.key);
  expect(back).toMatchObject({ key: 'reversal:servicer:SR1', isReversal: true, direction: 'debit' });
  expect(back?.servicerReferences).toContain(booked.servicer);
});

test('without a number of the bank an entry goes by its place in its statement, and without that by what it says', () => {
  const bare = (xml: string) => xml.replaceAll(/<AcctSvcrRef>.*?<\/AcctSvcrRef>/g, '');
  expect(entriesOf(bare(writeCamt(sheet)))[0]?.key).toBe('entry:USD-1:1');
  const nameless = (id: string) => bare(writeCamt({ ...sheet, id })).replaceAll(/<NtryRef>.*?<\/NtryRef>/g, '');
  expect(entriesOf(nameless('USD-2'))[0]?.key).toBe(entriesOf(nameless('USD-1'))[0]?.key);
  // Two that say the same in one statement are two.
  const two = bare(writeCamt({ ...sheet, entries: [booked, booked] })).replaceAll(/<NtryRef>.*?<\/NtryRef>/g, '');
  expect(new Set(entriesOf(two).map(({ key }) => key)).size).toBe(2);
});

test('of a batch each transaction is one of its own, and what is not booked yet is none', () => {
  const [entry = ''] = /<Ntry>.*<\/Ntry>/s.exec(writeCamt(sheet)) ?? [];
  const [part = ''] = /<TxDtls>.*<\/TxDtls>/s.exec(entry) ?? [];
  const second = part.replaceAll('250.00', '50.00').replace('SB2026112200000001', 'SB-part-2');
  const batch = writeCamt(sheet).replace(part, part + second);
  expect(entriesOf(batch).map(({ key, amount }) => [key, amount.minor])).toEqual([
    ['servicer:SB2026112200000001#SB2026112200000001', 25_000n],
    ['servicer:SB2026112200000001#SB-part-2', 5_000n],
  ]);
  expect(entriesOf(writeCamt(sheet).replace('<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>'))).toEqual([]);
});

test.each([
  ['a document type', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'not_xml'],
  ['entities that unfold', `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`, 'not_xml'],
  ['no XML', 'account;amount', 'not_xml'],
  ['a tag that does not end', '<Document><Stmt></Document>', 'not_xml'],
  ['another message', writeCamt(sheet).replace('camt.053', 'camt.052'), 'not_a_statement'],
  ['an amount that is none', writeCamt(sheet).replaceAll('250.00', '25O.00'), 'not_understood'],
  ['a character that no text has', writeCamt(sheet).replace('<Ustrd>', '<Ustrd>\0'), 'not_xml'],
  ['an amount without its currency', writeCamt(sheet).replaceAll(' Ccy="USD"', ''), 'not_understood'],
  ['an entry without its side', writeCamt(sheet).replace('<CdtDbtInd>CRDT</CdtDbtInd>', ''), 'not_understood'],
  ['a balance without its side', told.replace('<CdtDbtInd>DBIT</CdtDbtInd>', ''), 'not_understood'],
  ['a balance that is no amount', told.replace('10.00', '1O.00'), 'not_understood'],
  ['more than a statement has', ' '.repeat(5_000_001), 'too_large'],
  ['no UTF-8', Buffer.from([0xff, 0xfe, 0x3c]), 'not_xml'],
] as const)('a file with %s is refused whole', (_what, file, fault) => {
  expect(read(file)).toMatchObject({ outcome: 'refused', fault });
});
