import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gateCodes } from '../law/gates.ts';
import type { CallSpec, Contract } from '../protocol/call.ts';
import { deskLinks } from '../protocol/deskLinks.ts';
import { protocolRefusals } from '../protocol/refusals.ts';
import { roleFacts, staffRoles } from '../law/staff.ts';
import { deskWayFrom } from '../protocol/deskWays.ts';
import { wayFrom } from '../protocol/ways.ts';
import { deskWayOfEveryCode, wayOfEveryCode } from './ways.ts';

const src = path.dirname(import.meta.dirname);

async function everyContract(): Promise<Contract[]> {
  const modules = await Promise.all(
    globSync('areas/*/contract.ts', { cwd: src }).map(
      async (file) => (await import(path.join(src, file))) as Readonly<Record<string, Contract>>,
    ),
  );
  return modules.flatMap((module) => Object.values(module)).filter((value) => typeof value === 'object' && 'calls' in value);
}

const isAtDesk = ({ who, path: at }: CallSpec): boolean => who === 'staff' || at.startsWith('/api/desk/');

test('whoever is told no is told how to go on: a way for each code, and none for what nobody says', async () => {
  const specs = (await everyContract()).flatMap(({ calls }) => Object.values(calls)).filter(({ who }) => who !== 'staff');
  const said = new Set([...specs.flatMap(({ errors }) => Object.keys(errors)), ...gateCodes, ...Object.keys(protocolRefusals)]);
  expect(said.size).toBeGreaterThan(80);
  expect(Object.keys(wayOfEveryCode).toSorted()).toEqual([...said].toSorted());
});

test('a code that this page does not know leads to support', () => {
  expect(wayFrom('of_a_later_release')).toBe('contact');
  expect(wayFrom(undefined)).toBe('contact');
  expect(wayFrom('toString')).toBe('contact');
});

test('whoever of the staff is told no is told how to go on too, by one of their own table', async () => {
  const specs = (await everyContract()).flatMap(({ calls }) => Object.values(calls)).filter(isAtDesk);
  const said = new Set([...specs.flatMap(({ errors }) => Object.keys(errors)), ...Object.keys(protocolRefusals)]);
  expect(said.size).toBeGreaterThan(150);
  expect(Object.keys(deskWayOfEveryCode).toSorted()).toEqual([...said].toSorted());
  expect(
    ['not_your_right', 'own_approval', 'waits_for_second', 'case_claimed', 'case_not_claimed', 'no_session'].map(deskWayFrom),
  ).toEqual([{ page: 'start' }, { page: 'approvals' }, { page: 'approvals' }, { page: 'start' }, 'reload', 'reload']);
  // What is to be mended stands at its field: the reason, the code of the second factor.
  expect(['validation_failed', 'second_factor_required', 'wrong_code'].map(deskWayFrom)).toEqual(['here', 'here', 'here']);
  expect(['of_a_later_release', undefined, 'toString'].map(deskWayFrom)).toEqual(['here', 'here', 'here']);
});

test('nobody of the staff is led to a page that their role does not see', async () => {
  const contracts = await everyContract();
  const pages = contracts.flatMap(({ deskPages = {} }) => Object.values(deskPages));
  const led = contracts
    .flatMap(({ calls }) => Object.values(calls))
    .filter(({ who, right }) => who === 'staff' && right !== undefined)
    .flatMap(({ right, errors, path: asked }) =>
      Object.keys(errors).flatMap((code) => {
        const way = deskWayFrom(code);
        if (typeof way !== 'object') return [];
        const asks = pages.find((page) => page.path === deskLinks[way.page].path)?.right;
        const lost = staffRoles.filter(
          (role) => right && asks && roleFacts[role].rights.includes(right) && !roleFacts[role].rights.includes(asks),
        );
        return lost.map((role) => `${asked} ${code} leads ${role} to ${way.page}`);
      }),
    );
  expect(led).toEqual([]);
});
