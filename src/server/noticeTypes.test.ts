import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { NoticeChannel, NoticeTypes } from '../protocol/notice.ts';
import { deskTopics, topics, type Topic } from '../protocol/topics.ts';
import { noticeTypes } from './noticeTypes.ts';
import { facts, factsOfAnother } from './testing/facts.ts';

const areas = path.join(import.meta.dirname, '../areas');

test('every type that an area declares is joined, and none has the name of another', async () => {
  const files = globSync('*/notices.ts', { cwd: areas });
  const declared = await Promise.all(
    files.map(async (file) => {
      const module = (await import(path.join(areas, file))) as Readonly<Record<string, NoticeTypes | undefined>>;
      return Object.keys(module[`${path.dirname(file)}Notices`] ?? {});
    }),
  );
  expect(declared.filter((types) => types.length === 0)).toEqual([]);
  expect(declared.flat().toSorted()).toEqual(Object.keys(noticeTypes).toSorted());
});

test('every type is told over some channel, and each that has a page finds its values by name', () => {
  const wrong = Object.entries<NoticeTypes[string]>(noticeTypes).filter(([, { channels, target }]) => {
    const places = [...(target?.page.path ?? '').matchAll(/\{(\w+)(?::int)?\}/g)].flatMap(([, name]) =>
      // Filled for everybody, on screens (protocol/paths.ts) and in letters (areas/notices/letters.ts).
      name === 'brand' ? [] : name,
    );
    return channels.length === 0 || Object.keys(target?.params ?? {}).join() !== places.join();
  });
  expect(wrong).toEqual([]);
});

test('every type is told by somebody in its area', async () => {
  const areaOf = new Map<string, string>();
  for (const file of globSync('*/notices.ts', { cwd: areas })) {
    const area = path.dirname(file);
    const module = (await import(path.join(areas, file))) as Readonly<Record<string, NoticeTypes>>;
    for (const type of Object.keys(module[`${area}Notices`] ?? {})) areaOf.set(type, area);
  }
  const untold = [...areaOf].filter(([type, area]) => {
    const files = globSync(`${area}/**/*.ts`, { cwd: areas }).filter((file) => !file.endsWith('.test.ts'));
    const telling = new RegExp(String.raw`\b${area}Notices\.${type}\b|'${type}'`);
    return !files.some((file) => telling.test(readFileSync(path.join(areas, file), 'utf8')));
  });
  expect(untold).toEqual([]);
});

test('the tables of facts hold every type that an area declares, over the channels that it declares, and every topic', () => {
  const all = [...facts, ...factsOfAnother];
  const declared = Object.entries(noticeTypes).map(([type, { channels }]) => [type, channels.toSorted()]);
  const tested = new Map<string | undefined, Set<NoticeChannel>>();
  for (const { type, over } of all) tested.set(type, new Set([...(tested.get(type) ?? []), ...over]));
  tested.delete(undefined);
  expect([...tested].map(([type, over]) => [type, [...over].toSorted()]).toSorted()).toEqual(declared.toSorted());
  const live = new Set<Topic>(all.flatMap((row) => [...row.live]));
  const ofDesk: ReadonlySet<Topic> = new Set(deskTopics);
  expect(topics.filter((topic) => !live.has(topic) && !ofDesk.has(topic))).toEqual([]);
});
