import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API, type Checker } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { leanModule, makesForm, withoutSummaries, type callFields } from '../bin/build/lean.ts';
import { contract, type CallSpec } from '../src/protocol/call.ts';
import { form } from '../src/protocol/form.ts';

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
  const code = leanModule(declared, 'web');
  expect(code.split('\n')).toEqual([
    'export const statuses = ["created","completed"];',
    `export const wallet = ${JSON.stringify({
      area: 'wallet',
      calls: { statement: { method: 'GET', path: 'api/direct/wallets', reads: ['wallets'] } },
      pages: declared.wallet.pages,
    })};`,
  ]);
});

test('a call that only reads, though it is no GET, says so in the browser too', () => {
  const { calls, ...rest } = declared.wallet;
  const watch = { ...calls.statement, method: 'POST', path: 'api/watch' } as const;
  expect(leanModule({ wallet: { ...rest, calls: { watch } } }, 'web')).toContain('"path":"api/watch","runs":"read"');
});

test('a door is told of its own calls and pages alone', () => {
  const { calls, ...rest } = declared.wallet;
  const ofStaff = { ...calls.statement, who: 'staff', path: '/api/desk/wallets' } as const;
  const both = {
    wallet: { ...rest, calls: { ...calls, ofStaff }, deskPages: { list: { path: 'wallets', title: 'wallet.title' } } },
  };
  expect(leanModule(both, 'web')).not.toContain('desk');
  const desk = leanModule(both, 'desk');
  expect(desk).toContain('/api/desk/wallets');
  expect(desk).toContain('deskPages');
  expect(desk).not.toContain('{brand}-wallet');
  expect(desk).not.toContain('api/direct/wallets');
});

test('no browser file reads of a contract what the lean build has left out', () => {
  expect(missingIn(path.dirname(import.meta.dirname), 'tsconfig.browser.json')).toEqual([]);
});

test('the guard refuses what it is there to refuse', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-lean-'));
  const contract = `
declare const call: { readonly method: 'GET'; readonly path: string; readonly output: { parse(given: unknown): unknown } };
declare const wallet: { readonly area: 'wallet'; readonly calls: { readonly read: typeof call }; readonly forms: object };
`;
  const reads = `${contract}
const { read } = wallet.calls;
export const found = [wallet.calls.read.output, read.output.parse(1), wallet.calls.read.path, wallet.forms];
`;
  try {
    mkdirSync(path.join(folder, 'src/areas/wallet/screens'), { recursive: true });
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true }, include: ['src'] }));
    writeFileSync(path.join(folder, 'src/areas/wallet/screens/Wallet.ts'), reads);
    writeFileSync(
      path.join(folder, 'src/areas/wallet/screens/Form.ts'),
      `import { useForm } from '../../../ui/form/useForm.ts';${reads}`,
    );
    writeFileSync(path.join(folder, 'src/areas/wallet/contract.ts'), `${contract}export const own = wallet.forms;`);
    expect(missingIn(folder, 'tsconfig.json')).toEqual([
      'src/areas/wallet/screens/Wallet.ts: wallet.calls.read.output',
      'src/areas/wallet/screens/Wallet.ts: read.output',
      'src/areas/wallet/screens/Wallet.ts: wallet.forms',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** What the browser's files read of contracts that only whole ones have: it compiles, and is undefined in the build. */
function missingIn(folder: string, configuration: string): string[] {
  const api = new API({ cwd: folder });
  try {
    const file = path.join(folder, configuration);
    const project = api.updateSnapshot({ openProjects: [file] }).getProject(file);
    if (!project) throw new Error(`${configuration} was not opened`);
    return project.program.getSourceFileNames().flatMap((name) => {
      const place = path.relative(folder, name);
      const source = isLean(place) ? project.program.getSourceFile(name) : undefined;
      if (!source || makesForm.test(source.text)) return [];
      return missingBelow(source, project.checker).map((read) => `${place}: ${read}`);
    });
  } finally {
    api.close();
  }
}

function isLean(file: string): boolean {
  return /^src\/(ui|web|areas)\/.*(?<!\/contract)\.tsx?$/.test(file);
}

/** What a call of a whole contract has and one of a lean contract has not. */
const left: Readonly<Record<Exclude<keyof CallSpec, (typeof callFields)[number]>, true>> = {
  summary: true,
  who: true,
  gate: true,
  right: true,
  audits: true,
  takesReason: true,
  auditsReason: true,
  input: true,
  inputs: true,
  output: true,
  errors: true,
  rate: true,
  needsToken: true,
  shownOnce: true,
  keepsAnswer: true,
  keepsText: true,
  traces: true,
  answersFile: true,
  takesFile: true,
  tellsStale: true,
};

function missingBelow(node: Node, checker: Checker): string[] {
  const found: string[] = [];
  if (is.isPropertyAccessExpression(node)) {
    const name = node.name.text;
    if (name in left && has(node.expression, ['method', 'path', 'output'], checker)) found.push(node.getText());
    if (name === 'forms' && has(node.expression, ['area', 'calls'], checker)) found.push(node.getText());
  }
  node.forEachChild((child) => void found.push(...missingBelow(child, checker)));
  return found;
}

function has(node: Node, names: readonly string[], checker: Checker): boolean {
  const type = checker.getTypeAtLocation(node);
  return type !== undefined && names.every((name) => checker.getPropertyOfType(type, name) !== undefined);
}

test('what a call does is told by no whole declaration in the browser', () => {
  const code = `{ summary: 'It\\'s asked.', path: 'a', deep: { summary:\n  "Another: 'one'.", who: 'client' } }`;
  expect(withoutSummaries(code)).toBe(`{ summary: '', path: 'a', deep: { summary: '', who: 'client' } }`);
});
