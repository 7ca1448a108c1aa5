import { describe, expect, test } from 'vitest';
import { indexNames } from './nameIndex.ts';
import { prepare, scoreOf, type ScreenedPerson } from './scoring.ts';
import { spell } from './spelling.ts';

const least = 84;
const person = (name: string, birthDate?: string, country?: string): ScreenedPerson => ({
  names: [name],
  birthDates: birthDate === undefined ? [] : [birthDate],
  countries: country === undefined ? [] : [country],
});
const both = (client: ScreenedPerson, entry: ScreenedPerson) => ({
  points: scoreOf(prepare(client), prepare(entry), least)?.points ?? 0,
  isFound: indexNames([entry]).find(client, least).length === 1,
});

describe('The same person is found', () => {
  test.each([
    ['in another order', 'Testan Omar', 'Omar Testan'],
    ['without marks', 'Jose Maria Probenhauser', 'José María Probenhäuser'],
    ['with a slip', 'Vladimir Probnvo', 'Vladimir Probnov'],
    ['without the middle name', 'Vladimir Probnov', 'Vladimir Ivanovich Probnov'],
    ['by another spelling from Arabic', 'Muhamad Hossein el-Qasimy', 'Mohammed Hussein al-Kasimi'],
    ['with the servant written apart', 'Abd al-Rahman Testani', 'Abdulrahman Testani'],
    ['in Arabic letters', 'محمد حسن القاسمي', 'Mohammed Hassan al-Qasimi'],
    ['in Cyrillic letters', 'Владимир Пробнов', 'Vladimir Probnov'],
    ['in Chinese characters', '王晓明', 'Wang Xiaoming'],
    ['from Chinese, parted otherwise', 'Wang Xiao Ming', 'Xiaoming Wang'],
    ['from Chinese, in one word', 'wangxiaoming', 'Wang Xiaoming'],
    ['without particles', 'Jan Dijktest', 'Jan van der Dijktest'],
    ['with the article glued', 'Bashar Alassad', 'Bashar AL-ASSAD'],
    ['with the article glued by the list', 'Bashar el-Assad', 'Bashar ELASSAD'],
    ['with a particle glued', 'Osama Binladen', 'Usama bin Laden'],
    ['with two glued', 'Mohammed Binrashid Almaktoum', 'Mohammed bin Rashid Al Maktoum'],
    ['with another word glued', 'Abdullah Ibnsaud', 'Abdallah Ibn Saud'],
    ['with a title', 'Dr. Jan Dijktest', 'Jan Dijktest'],
    ['in capitals, surname first', 'TESTAN, Omar', 'Omar Testan'],
  ])('%s', (_how, typed, listed) => {
    expect(both(person(typed, '1970-01-31'), person(listed, '1970-01-31'))).toMatchObject({ isFound: true });
    expect(both(person(typed, '1970-01-31'), person(listed, '1970-01-31')).points).toBeGreaterThanOrEqual(least);
  });

  test.each(['1970-31-01', '1971-01-31', '1970', '1970-01', '1969/1972', '1970-01-30'])('born on %s by the list', (listed) => {
    expect(both(person('Omar Testan', '1970-01-31', 'SY'), person('Omar Testan', listed, 'SY')).isFound).toBe(true);
  });

  test('whose other date of birth is only typed, of the very same name and country', () => {
    const found = both(person('Omar Testan', '1970-01-31', 'SY'), person('TESTAN, Omar', '1955-04-02', 'SY'));
    expect(found).toEqual({ points: 90, isFound: true });
  });

  test('where nobody knows a date of birth, or the client told none', () => {
    expect(both(person('Omar Testan', '1970-01-31', 'SY'), person('Omar Testan')).isFound).toBe(true);
    expect(both(person('Omar Testan'), person('Omar Testan', '1970-01-31')).isFound).toBe(true);
  });
});

describe('Somebody else is not', () => {
  test.each([
    [
      'of the same name, born in another year as papers have shown',
      { ...person('Omar Testan', '1970-01-31', 'SY'), isBirthDateProven: true },
      person('Omar Testan', '1955-04-02', 'SY'),
    ],
    [
      'of the same name in another country, born in another year',
      person('Omar Testan', '1970-01-31', 'DE'),
      person('Omar Testan', '1955-04-02', 'SY'),
    ],
    [
      'of nearly the same name, born in another year',
      person('Omar Testani', '1970-01-31', 'SY'),
      person('Omar Testan', '1955-04-02', 'SY'),
    ],
    ['who shares a first name', person('Omar Testan', '1970-01-31'), person('Omar Bakari', '1970-01-31')],
    ['who shares a surname', person('Anna Testan', '1970-01-31'), person('Omar Testan', '1970-01-31')],
    ['whose name begins like an article', person('Bashar Alfons', '1970-01-31'), person('Bashar Fontaine', '1970-01-31')],
    ['of a single name', person('Omar', '1970-01-31'), person('Omar', '1970-01-31')],
    ['without a name', person('', '1970-01-31'), person('Omar Testan', '1970-01-31')],
  ])('%s', (_who, client, entry) => {
    expect(both(client, entry)).toEqual({ points: 0, isFound: false });
  });
});

test('the points are the sum of what they are made of, each told', () => {
  const entry = { names: ['Somebody Else', 'Mohamed Testani'], birthDates: ['1970'], countries: ['SY'] };
  const score = scoreOf(prepare(person('Mohammed Testani', '1970-05-05', 'DE')), prepare(entry), least);
  if (!score) throw new Error('no score');
  const { name, birthDate, country, points } = score;
  expect(points).toBe(name.points + birthDate.points + country.points);
  expect(name).toMatchObject({ typed: 'Mohammed Testani', listed: 'Mohamed Testani' });
  expect(name.words.map(({ one, other }) => `${one} ${other}`)).toEqual(['mohammed mohamed', 'testani testani']);
  expect([birthDate.agreement, country.agreement]).toEqual(['year', 'other']);
});

test('whatever is typed has an end', () => {
  expect(spell('’'.repeat(5000)).tokens).toEqual([]);
  expect(spell('a '.repeat(5000)).tokens.length).toBeLessThanOrEqual(7);
  expect(spell('٣ 4 !').tokens).toEqual([]);
});
