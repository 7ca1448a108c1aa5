import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { onScreens } from './rooms.ts';

const terminal = 'areas/trading/screens/AccountBar.tsx';
const details = 'areas/accounts/screens/Details.tsx';

/** Screens of one account's money that stand in a frame which marks it, by that frame. */
const markedBy: Readonly<Record<string, string>> = {
  'areas/accounts/screens/Equity.tsx': details,
  'areas/accounts/screens/Positions.tsx': details,
  'areas/accounts/screens/Shares.tsx': details,
  'areas/accounts/screens/Trades.tsx': details,
  'areas/trading/screens/Past.tsx': terminal,
  'areas/trading/screens/Positions.tsx': terminal,
  'areas/trading/screens/SymbolTerms.tsx': terminal,
  'areas/trading/screens/Ticket.tsx': terminal,
};

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');

test('play money is marked on every screen that draws the money of accounts', () => {
  const screens = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && onScreens.files.test(file),
  );
  const unmarked = screens.filter((file) => drawsAccounts(read(file)) && !marks(read(file)));
  expect(screens.filter((file) => drawsAccounts(read(file)) && marks(read(file))).length).toBeGreaterThan(5);
  expect(unmarked.filter((file) => markedBy[file] === undefined)).toEqual([]);
  expect(Object.keys(markedBy).filter((file) => !unmarked.includes(file))).toEqual([]);
  expect(Object.values(markedBy).filter((file) => !marks(read(file)))).toEqual([]);
});

test('a screen that draws an account’s money without a mark is seen', () => {
  const taken = `import type { Account } from '../../../protocol/account.ts';\n`;
  const drawn = '<Amount value={account.balance} currency={account.currency} />';
  expect(drawsAccounts(taken + drawn)).toBe(true);
  expect(drawsAccounts(`{({ is_demo: isDemo }) => ${drawn}}`)).toBe(true);
  expect(drawsAccounts(drawn)).toBe(false);
  expect(drawsAccounts(`${taken}<p>{account.number}</p>`)).toBe(false);
  expect(marks(`${drawn} {account.is_demo && <DemoMark />}`)).toBe(true);
  expect(marks(`import { DemoMark } from '../DemoMark.tsx';\n${drawn}`)).toBe(false);
});

/** It knows of accounts of which some hold play money, and shows an amount. */
function drawsAccounts(screen: string): boolean {
  const knowsAccounts =
    /import [^;]*\b(Account|AccountDetails|OpenPosition)\b[^;]* from '[^']*\/(account|contract)\.ts'|\bis_demo\b/.test(screen);
  return knowsAccounts && /<(Amount|LiveAmount)\b|<Figures [^>]*\bcurrency=|\bmoney\(/.test(screen);
}

function marks(screen: string): boolean {
  return /<DemoMark\b|clients\.account\.demo/.test(screen);
}
