import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { paymentsProcess } from '../../protocol/payment.ts';
import { ways } from '../../protocol/ways.ts';

/*
 * The errors of money that the documents number or name (document 1 §5 and §8), written by hand. Each is declared by the call, has its
 * sentence in every shipped language and a way on, and some test expects that very code of an answer.
 */
const documented = ['20034', '20037', 'limit_exceed', 'WRONG_CODE', 'expired'] as const;

const root = path.join(import.meta.dirname, '../../..');
const own = path.basename(import.meta.filename);
const tests = globSync('src/areas/payments/**/*.test.ts', { cwd: root })
  .filter((file) => path.basename(file) !== own)
  .map((file) => readFileSync(path.join(root, file), 'utf8'));
const catalogs = ['en', 'ar', 'zh'].map((language) =>
  globSync(`locales/${language}/*.po`, { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n'),
);

test.each(documented)('%s is an error of payments with its sentences, its way on, and its test', (code) => {
  expect(paymentsProcess.errors).toHaveProperty([code], 422);
  expect(ways).toHaveProperty([code]);
  for (const catalog of catalogs) expect(catalog).toContain(`msgid "error.${code}"\n`);
  const expected = new RegExp(`code: '${code}'|'${code}'[,\\]]`);
  expect(tests.filter((text) => expected.test(text)).length).toBeGreaterThan(0);
});

// Document 1 §8: "something went wrong payment details", after which the form goes back a step; `test/screens/deposit.ts` shows it.
test('that the payment details failed has its sentences', () => {
  for (const catalog of catalogs) expect(catalog).toContain('msgid "deposit.details.failed"\n');
});
