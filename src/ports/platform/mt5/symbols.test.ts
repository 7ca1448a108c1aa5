import { expect, test } from 'vitest';
import { Fields } from './messages.ts';
import { readableSymbols } from './symbols.ts';

const record = (name: string, contractSize: string) =>
  new Fields({
    Symbol: name,
    Path: `Crypto\\${name}`,
    Description: name,
    Digits: '2',
    CurrencyBase: 'USD',
    CurrencyProfit: 'USD',
    ContractSize: contractSize,
    VolumeMin: '100',
    VolumeMax: '500000',
    VolumeStep: '100',
  });

test.each([
  ['100000.00', '100000'],
  ['0.10', '0.1'],
  ['0.00012345', '0.00012345'],
  ['1', '1'],
])('a contract size of %s is %s, exactly', (told, size) => {
  const [symbol] = readableSymbols(() => undefined)([record('A', told)]);
  expect(symbol?.contractSize).toBe(size);
});

test('a symbol that cannot be read is left out and noted once, and takes no other with it', () => {
  const noted: string[] = [];
  const read = readableSymbols((text) => noted.push(text));
  const records = [record('GOOD', '0.1'), record('BAD', '1e2'), record('ALSO', '100.00')];
  for (let times = 0; times < 2; times += 1) expect(read(records).map(({ name }) => name)).toEqual(['GOOD', 'ALSO']);
  expect(noted).toEqual(['the symbol BAD is left out: "1e2" is no decimal number']);
});
