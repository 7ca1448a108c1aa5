import { describe, expect, test } from 'vitest';
import { answerTo, escaped, lotsOf, minorOf, passwordHash, pathWith, refusalOf, retcodeOf, volumeOf } from './messages.ts';

describe('the signatures of the MetaTrader 5 Web API', () => {
  // Published vectors of the vendor's documentation ("Web API", Authentication).
  test('hash the manager password as published', () => {
    expect(passwordHash('Password1').toString('hex')).toBe('904ba8ecb16273d2f0ae9c3b8a023752');
  });

  test('answer the server challenge as published', () => {
    expect(answerTo(passwordHash('Password1'), '73007dc7184747ce0f7c98516ef1c851')).toBe('77fe51827f7fa69dd80fbec9aa33f1bb');
  });

  test('expect the answer to our own challenge as published', () => {
    expect(answerTo(passwordHash('Password1'), '4db98fec17aab4dc5a240bdc659e8395')).toBe('1732021b1b332f51660b2b315eed3a35');
  });
});

describe('what is written into an address', () => {
  test('has the separators of the text protocol escaped and spaces as %20', () => {
    expect(escaped('a=b|c\\d\ne')).toBe('a\\=b\\|c\\\\d\\\ne');
    expect(pathWith('/api/user/add', { name: 'Jane Doe', leverage: 100 })).toBe('/api/user/add?name=Jane%20Doe&leverage=100');
  });

  test('doubles the backslash of a group path', () => {
    expect(pathWith('/api/group/get', { group: 'global\\retail\\pro' })).toBe('/api/group/get?group=global%5C%5Cretail%5C%5Cpro');
  });
});

describe('numbers of the platform', () => {
  test('are amounts in whole minor units, never floats', () => {
    expect(minorOf('26000.00', 2)).toBe(2_600_000n);
    expect(minorOf('-6.44', 2)).toBe(-644n);
    expect(minorOf('90071992547409931.07', 2)).toBe(9_007_199_254_740_993_107n);
    expect(minorOf('1250', 0)).toBe(1250n);
    expect(() => minorOf('1.234', 2)).toThrow('more than 2 decimals');
  });

  test('are volumes of a ten-thousandth lot', () => {
    expect(volumeOf('0.01')).toBe(100);
    expect(volumeOf('2')).toBe(20_000);
    expect(volumeOf('0')).toBeUndefined();
    expect(volumeOf('0.00001')).toBeUndefined();
    expect(volumeOf('-1')).toBeUndefined();
    expect(lotsOf('100')).toBe('0.01');
    expect(lotsOf('12500')).toBe('1.25');
    expect(lotsOf('1000000')).toBe('100');
  });

  test('are return codes whose number stands first', () => {
    expect(retcodeOf('0 Done')).toBe(0);
    expect(retcodeOf('10018 Market is closed')).toBe(10_018);
    expect(retcodeOf('Done')).toBeUndefined();
    expect(refusalOf(10_018)).toBe('market_closed');
    expect(refusalOf(10_019)).toBe('not_enough_money');
    expect(refusalOf(3004)).toBe('exists');
    expect(refusalOf(3006)).toBe('weak_password');
    expect(refusalOf(12)).toBe('too_frequent');
    expect(refusalOf(1001)).toBe('not_authorised');
    expect(refusalOf(2)).toBe('server_fault');
    expect(refusalOf(4001)).toBe('rejected');
  });
});
