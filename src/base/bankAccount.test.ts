import { describe, expect, test } from 'vitest';
import { isBic, isTransferable, plainAccount } from './bankAccount.ts';

describe('a bank account', () => {
  test.each([
    ['DE89 3704 0044 0532 0130 00', 'COBADEFF'],
    ['gb29 nwbk 6016 1331 9268 19', 'NWBKGB2L'],
    ['FR14-2004-1010-0505-0001-3M02-606', 'PSSTFRPPXXX'],
    // A bank of Jersey has British accounts.
    ['GB29NWBK60161331926819', 'NWBKJESH'],
    ['62012345678', 'FIRNZAJJ'],
    ['1002003001', 'KCBLKENX'],
    ['021000021', 'CHASUS33'],
  ])('%s at %s can be paid to', (account, bic) => {
    expect(isBic(bic)).toBe(true);
    expect(isTransferable({ account: plainAccount(account), bic })).toBe(true);
  });

  test.each([
    ['a figure of it is another', 'DE89370400440532013001', 'COBADEFF'],
    ['two figures have changed places', 'DE89370400440532010300', 'COBADEFF'],
    ['one is missing', 'DE8937040044053201300', 'COBADEFF'],
    ['its country has IBANs, and it is none', '0532013000', 'COBADEFF'],
    ['it is of another country than its bank', 'DE89370400440532013000', 'PSSTFRPP'],
    ['it is nothing', '', 'CHASUS33'],
    ['it is too long', '1'.repeat(35), 'CHASUS33'],
  ])('is none that can be paid to where %s', (_what, account, bic) =>
    expect(isTransferable({ account: plainAccount(account), bic })).toBe(false),
  );

  test.each(['', 'COBA', 'COBADEF', 'COBADEFFXX', 'COBA12FF', 'CO1ADEFF '])('has no bank of the code %j', (bic) =>
    expect(isBic(bic)).toBe(false),
  );
});
