import { expect, test } from 'vitest';
import { z } from 'zod';
import { leanModule } from '../bin/build/lean.ts';
import { contract } from '../src/wire/call.ts';
import { form } from '../src/wire/form.ts';

const declared = {
  statuses: ['created', 'completed'],
  amount: z.string(),
  parse: () => 0,
  wallet: contract({
    area: 'wallet',
    calls: {
      statement: {
        method: 'GET',
        path: 'api/direct/wallets',
        summary: 'What a wallet took in and gave out.',
        who: 'client',
        runs: 'read',
        input: z.object({ currency: z.string() }),
        output: z.object({}),
        errors: { wallet_not_found: 404 },
        reads: ['wallets'],
      },
    },
    forms: { ask: form({ sends: z.object({ currency: z.string() }), fields: { currency: { kind: 'select', label: 'a.b' } } }) },
    pages: { wallet: { path: '{brand}-wallet', title: 'wallet.title', gate: 'view' } },
  }),
};

test('a browser file that makes no form gets the declarations as plain data, without schemas and forms', () => {
  const code = leanModule(declared);
  expect(code.split('\n')).toEqual([
    'export const statuses = ["created","completed"];',
    `export const wallet = ${JSON.stringify({
      area: 'wallet',
      calls: { statement: { method: 'GET', path: 'api/direct/wallets', reads: ['wallets'] } },
      pages: declared.wallet.pages,
    })};`,
  ]);
});
