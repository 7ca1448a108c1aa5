import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { faultOf, plants } from './plants.ts';

const root = path.dirname(path.dirname(import.meta.dirname));

test('whatever comes late is still planted in one place', () => {
  expect(plants.flatMap((plant) => faultOf(plant, readFileSync(path.join(root, plant.file), 'utf8')) ?? [])).toEqual([]);
});

test('a text that is gone is found, and one that stands twice', () => {
  const [first] = plants;
  if (!first) throw new Error('nothing comes late');
  expect(faultOf(first, 'nothing of it')).toContain('0 times');
  expect(faultOf(first, `${first.find}\n${first.find}`)).toContain('2 times');
});
