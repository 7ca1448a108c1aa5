import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { circleIn } from '../bin/build/circles.ts';
import { registries } from '../bin/build/registries.ts';
import { areaBounds, emptyNames, largerAreas, maxFileLines, partBounds, rooms, speakingSql, type Room } from './rooms.ts';
import type { Contract, PageSpec } from './protocol/call.ts';

const source = import.meta.dirname;
const root = path.dirname(source);
const files = ['src', 'seed']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)));
const production = files.filter((file) => !isTest(file));

test('every file stands in a room of the plan', () => {
  expect(production.filter((file) => roomOf(file) === undefined)).toEqual([]);
});

test('every import is one that the plan allows', () => {
  expect(production.flatMap((file) => importFaults(file, read(file)))).toEqual([]);
});

test('the plan refuses what it is there to refuse', () => {
  const refused = (file: string, from: string) => importFaults(file, `import { x } from '${from}';`);
  expect(refused('areas/deposit/screens/Form.tsx', '../calls.ts')).toHaveLength(1);
  expect(refused('areas/deposit/screens/Form.tsx', '../../wallet/contract.ts')).toHaveLength(1);
  expect(refused('areas/deposit/screens/Form.tsx', '../desk/Case.tsx')).toHaveLength(1);
  expect(refused('desk/Frame.tsx', '../web/Frame.tsx')).toHaveLength(1);
  expect(refused('desk/areas.ts', '../areas/deposit/routes.ts')).toHaveLength(1);
  expect(refused('areas/deposit/store.ts', '../../ledger/book.ts')).toHaveLength(1);
  expect(refused('law/gates.ts', '../protocol/call.ts')).toHaveLength(1);
  expect(refused('server/main.ts', '../sandbox/box.ts')).toHaveLength(1);
  expect(refused('ui/api/send.ts', 'node:fs')).toHaveLength(1);
  expect(refused('areas/opening/rules.ts', '../../settings/index.ts')).toHaveLength(1);
  expect(refused('areas/opening/contract.ts', './settings.ts')).toHaveLength(1);
  expect(importFaults('areas/opening/rules.ts', `import type { Settings } from '../../settings/index.ts';`)).toEqual([]);
  expect(refused('areas/deposit/calls.ts', '../fundingAccounts/face.ts')).toEqual([]);
});

test('no file takes itself by way of others', () => {
  expect(circleIn(new Map(production.map((file) => [file, takenBy(file)])))).toEqual([]);
  const tied = { a: ['b', 'x'], b: ['c'], c: ['a'], x: [] };
  expect(circleIn(new Map(Object.entries(tied)))).toEqual(['a', 'b', 'c']);
});

test('no area takes itself by way of others', () => {
  const areaOf = (file: string): string | undefined => /^areas\/([^/]+)\//.exec(file)?.[1];
  const taken = new Map<string, Set<string>>();
  for (const file of production) {
    const area = areaOf(file);
    if (area === undefined) continue;
    const others = takenBy(file).flatMap((each) => areaOf(each) ?? []);
    taken.set(area, new Set([...(taken.get(area) ?? []), ...others.filter((each) => each !== area)]));
  }
  expect(taken.size).toBeGreaterThan(20);
  expect(circleIn(new Map([...taken].map(([area, others]) => [area, [...others]])))).toEqual([]);
});

test('no part of an area takes another, and none is larger than one reader can keep in mind', () => {
  const parts = Map.groupBy(
    production.filter((file) => roomOf(file) === 'part'),
    path.dirname,
  );
  expect(parts.size).toBeGreaterThan(2);
  expect([...parts].filter(([, own]) => own.length > partBounds.files).map(([part]) => part)).toEqual([]);
  const ofAreas = Map.groupBy(parts.keys(), (part) => path.dirname(part));
  expect([...ofAreas].filter(([, own]) => own.length > partBounds.parts).map(([area]) => area)).toEqual([]);
  const across = [...parts.values()].flat().flatMap((file) => othersParts(file, takenBy(file)));
  expect(across).toEqual([]);
  expect(othersParts('areas/payments/deposit/x.ts', ['areas/payments/transfer/y.ts'])).toHaveLength(1);
});

test('a face hands out no store of its own: what others may ask for stands in a file of the area’s server side', () => {
  const faces = production.filter((file) => roomOf(file) === 'face');
  expect(faces.length).toBeGreaterThan(10);
  const over = faces.filter((file) => storesHandedOut(read(file)).length > 0);
  expect(over).toEqual([]);
  expect(storesHandedOut(`export { x } from './store.ts';`)).toHaveLength(1);
  expect(storesHandedOut(`export type { Row } from './store.ts';`)).toEqual([]);
  // Nor whatever another file has: what is offered is named.
  expect(storesHandedOut(`export * from './store.ts';`)).toHaveLength(1);
  expect(storesHandedOut(`export * as rows from "./payout/lines.ts";`)).toHaveLength(1);
  expect(storesHandedOut(`import * as store from './store.ts';\nexport const insertRow = store.insertRow;`)).toHaveLength(1);
  expect(storesHandedOut(`import * as store from './store.ts';\nexport { store, other };`)).toHaveLength(1);
});

test('no folder or file is called by a name that says nothing', () => {
  const parts = (file: string) => file.replace(/\.tsx?$/, '').split(/[/.]/);
  expect(files.filter((file) => parts(file).some((part) => emptyNames.includes(part)))).toEqual([]);
});

test('no file is longer than a reader has patience for', () => {
  const long = files.filter((file) => !isTable(file)).map((file) => [file, read(file).split('\n').length] as const);
  expect(long.filter(([, lines]) => lines > maxFileLines)).toEqual([]);
});

test('no area is larger than one reader can keep in mind', async () => {
  const areas = [...new Set(files.flatMap((file) => /^areas\/([^/]+)\//.exec(file)?.[1] ?? []))];
  expect(areas.length).toBeGreaterThan(10);
  const sizes = await Promise.all(areas.map(async (area) => [area, await sizeOf(area)] as const));
  const over = sizes.flatMap(([area, size]) => {
    const more = Object.entries(size).filter(([what, count]) => count > areaBounds[what as keyof typeof areaBounds]);
    return more.length > 0 ? [[area, Object.fromEntries(more)] as const] : [];
  });
  expect(Object.fromEntries(over)).toEqual(largerAreas);
});

test('the lists of areas that the doors open are those of the folders: npm run registries writes them', () => {
  const bare = (text: string): string => text.replace(/[\s,]+/g, '');
  const lists = registries(root);
  expect(Object.keys(lists)).toHaveLength(5);
  const behind = Object.entries(lists).filter(([file, text]) => bare(readFileSync(path.join(root, file), 'utf8')) !== bare(text));
  expect(behind.map(([file]) => file)).toEqual([]);
  for (const text of Object.values(lists)) expect(text).toMatch(/'\.\.\/areas\/\w+\/\w+\.ts'/);
});

test('an area’s contract, its screens and its handlers have the same names in every area', async () => {
  const lists = [
    ['contract.ts', 'Contract', isContract],
    ['routes.ts', 'Screens', isScreens],
    ['deskRoutes.ts', 'Desk', isScreens],
  ] as const;
  const wrong = await Promise.all(
    lists.flatMap(([file, ending, isOne]) =>
      areasOf(file).map(async (area) => {
        const module: Readonly<Record<string, unknown>> = await import(`./areas/${area}/${file}`);
        const names = Object.keys(module).filter((name) => isOne(module[name]));
        return names.join() === `${area}${ending}` ? [] : [`${area}/${file}: ${names.join()}`];
      }),
    ),
  );
  const offering = (name: string) => areasOf(`${name}.ts`).map((area) => [`areas/${area}/${name}.ts`, name] as const);
  const nameless = [...offering('calls'), ...offering('jobs'), ...offering('webhooks')].filter(
    ([file, name]) => !new RegExp(String.raw`^export (const|function) ${name}\b`, 'm').test(read(file)),
  );
  expect([...wrong.flat(), ...nameless.map(([file]) => file)]).toEqual([]);
});

test('SQL stands in a store, or in the file of one process', () => {
  const inAreas = production.filter((file) => file.startsWith('areas/') && /\bsql\s*\.(run|one|maybe|many)\b/.test(read(file)));
  expect(inAreas.filter((file) => roomOf(file) !== 'store').toSorted()).toEqual(speakingSql);
});

test.each([
  { door: './web/areas.ts', pagesOf: ({ pages }: Contract) => pages, atLeast: 10 },
  { door: './desk/areas.ts', pagesOf: ({ deskPages }: Contract) => deskPages, atLeast: 5 },
])('every page that a contract declares for $door has a screen', async ({ door, pagesOf, atLeast }) => {
  // By a name that the compiler does not follow: the door's files compile on the browser's side.
  const { areas } = (await import(door)) as { areas: { screens: { page: PageSpec }[] }[] };
  const bound = areas.flatMap(({ screens }) => screens.map(({ page }) => page.path));
  const declared = (await Promise.all(areasOf('contract.ts').map(contractsOf))).flat();
  const pages = declared.flatMap((each) => Object.values<PageSpec>(pagesOf(each) ?? {}));
  expect(pages.length).toBeGreaterThan(atLeast);
  expect(pages.map(({ path: page }) => page).toSorted()).toEqual(bound.toSorted());
});

test('every port has one test over all its connectors, and is opened by the server', () => {
  const ports = files.flatMap((file) => /^(ports\/[^/]+)\/port\.ts$/.exec(file)?.[1] ?? []);
  expect(ports.length).toBeGreaterThan(5);
  expect(ports.filter((port) => !files.includes(`${port}/port.test.ts`))).toEqual([]);
  const opened = new Set(production.filter((file) => file.startsWith('server/')).flatMap(takenBy));
  expect(ports.filter((port) => !opened.has(`${port}/index.ts`))).toEqual([]);
});

test('who puts another module in the place of ours says so in its name, for it needs modules of its own', () => {
  const tests = ['src', 'seed', 'bench', 'test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(root, folder, file)),
  );
  const mocking = tests.filter((file) => /\.test\.tsx?$/.test(file) && /\bvi\.(do)?mock\(/i.test(readFileSync(file, 'utf8')));
  expect(mocking.filter((file) => !file.endsWith('.alone.test.ts'))).toEqual([]);
  expect(mocking).not.toEqual([]);
});

test('no folder is deeper than the plan', () => {
  expect(production.filter((file) => file.split('/').length > 4)).toEqual([]);
});

/** The files that this one takes, types included. */
function takenBy(file: string): string[] {
  return importsOf(read(file))
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from }) => targetOf(file, from));
}

/** The areas that have this file. */
function areasOf(file: string): string[] {
  return files.flatMap((each) => (each.endsWith(`/${file}`) ? (/^areas\/([^/]+)\/[^/]+$/.exec(each)?.[1] ?? []) : []));
}

async function contractsOf(area: string): Promise<Contract[]> {
  const module: Readonly<Record<string, unknown>> = await import(`./areas/${area}/contract.ts`);
  return Object.values(module).filter(isContract);
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'area' in value && 'calls' in value;
}

function isScreens(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'area' in value && 'screens' in value;
}

/** How many calls an area serves, and how many files each of its sides has. */
async function sizeOf(area: string): Promise<Record<keyof typeof areaBounds, number>> {
  const own = production.filter((file) => file.startsWith(`areas/${area}/`));
  const contracts = own.includes(`areas/${area}/contract.ts`) ? await contractsOf(area) : [];
  const calls = contracts.flatMap((each) => Object.keys(each.calls));
  const roomsOf = own.map(roomOf);
  return {
    calls: calls.length,
    serverFiles: roomsOf.filter((room) => !/screen|routes|settings|part/.test(room ?? '')).length,
    browserFiles: roomsOf.filter((room) => room === 'screen' || room === 'desk-screen').length,
  };
}

/** What a part's file takes of other parts. */
function othersParts(file: string, taken: readonly string[]): string[] {
  return taken
    .filter((each) => roomOf(each) === 'part' && path.dirname(each) !== path.dirname(file))
    .map((each) => `${file} may not take ${each}`);
}

/** Exports of values straight from a store, and of all that a file has; a type says only what a row is. */
function storesHandedOut(text: string): string[] {
  const named = /^export (?!type\b)\{[^}]*\} from ['"]\.\/store\.ts['"]/gm;
  const whole = /^export (?:type )?\*/gm;
  const renamed = /^export (?:const \w+ = store\b(?!\.\w+\()|default store\b|\{[^}]*\bstore\b[^}]*\};)/gm;
  return [named, whole, renamed].flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[0]));
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('server/testing/') || file === 'tidy.test.ts';
}

/** Tables of data are as long as what they list. */
function isTable(file: string): boolean {
  // `served.ts` is written by `npm run registries`: a few lines of each area.
  return /^protocol\/ways\.ts$|^law\/(countryTable|countries|gates\.test|statuses\.test)|^server\/served\.ts$/.test(file);
}

function read(file: string): string {
  return readFileSync(path.join(source, file), 'utf8');
}

function roomOf(file: string): Room | undefined {
  return (Object.keys(rooms) as Room[]).find((room) => rooms[room].files.test(file));
}

/** The area or the port that a file belongs to: two files with the same owner are "own". */
function ownerOf(file: string): string | undefined {
  return /^(?:areas|ports)\/[^/]+/.exec(file)?.[0];
}

const browserRooms: ReadonlySet<Room> = new Set([
  ...(['ui', 'screen', 'routes', 'door', 'desk-screen', 'desk-routes', 'desk'] as const),
  ...(['law', 'protocol', 'base', 'contract', 'rules'] as const),
]);

function importFaults(file: string, text: string): string[] {
  const room = roomOf(file);
  if (!room) return [];
  return importsOf(text).flatMap(({ from, isDynamic, isType }) => {
    if (from.startsWith('node:') && browserRooms.has(room)) return [`${file} may not take ${from}: it runs in browsers too`];
    if (!from.startsWith('.')) return [];
    const target = targetOf(file, from);
    if (!/\.tsx?$/.test(target)) return [];
    if (browserRooms.has(room) && roomOf(target) === 'settings' && !isType)
      return [`${file} may only take types of ${target}: it runs in browsers, which load no settings`];
    return isAllowed(file, target, isDynamic)
      ? []
      : [`${file} (${room}) may not take ${target} (${roomOf(target) ?? 'no room'})`];
  });
}

/** A relative import as a path below `src/`. */
function targetOf(file: string, from: string): string {
  return path.normalize(path.join(path.dirname(file), from)).replace(/^\.\.\/src\//, '');
}

function isAllowed(file: string, target: string, isDynamic: boolean): boolean {
  const from = roomOf(file);
  const to = roomOf(target);
  if (!from || !to) return false;
  if (from === 'server' && (to === 'sandbox' || to === 'seed')) return isDynamic;
  const isOwn = ownerOf(file) !== undefined && ownerOf(file) === ownerOf(target);
  return rooms[from].takes.includes(to) || (isOwn && (rooms[from].takesOwn ?? []).includes(to));
}

function importsOf(text: string): { from: string; isDynamic: boolean; isType: boolean }[] {
  const still = [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g),
  ];
  const moving = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)];
  return [
    ...still.map((match) => ({
      from: match[1] ?? match[2] ?? '',
      isDynamic: false,
      isType: /^\s*(import|export) type\b/.test(match[0]),
    })),
    ...moving.map((match) => ({ from: match[1] ?? '', isDynamic: true, isType: false })),
  ];
}
