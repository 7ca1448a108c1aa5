import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { NoticeTypes } from '../protocol/notice.ts';
import { noticeTypes } from './noticeTypes.ts';

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
    const places = [...(target?.page.path ?? '').matchAll(/\{(\w+)(?::int)?\}/g)].map(([, name]) => name);
    return channels.length === 0 || Object.keys(target?.params ?? {}).join() !== places.join();
  });
  expect(wrong).toEqual([]);
});
