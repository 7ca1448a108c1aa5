import { expect, test } from 'vitest';
import { z } from 'zod';
import { form } from '../../protocol/form.ts';
import { pagesOf, pageWith } from './pages.ts';

const text = { kind: 'text', label: 'person.name' } as const;
const declared = form({
  sends: z.object({ name: z.string(), office: z.string().optional(), password: z.string() }),
  fields: { name: text, office: { ...text, when: { field: 'name', is: ['judge'] } }, password: text },
  pages: [
    { title: 'person.who', fields: ['name'] },
    { title: 'person.office', fields: ['office'] },
    { title: 'person.access', fields: ['password'] },
  ],
});

test('a page that asks for nothing as things stand is passed over', () => {
  expect(pagesOf(declared, ['name', 'password']).map(({ title }) => title)).toEqual(['person.who', 'person.access']);
  expect(pagesOf(declared, ['name', 'office', 'password'])).toHaveLength(3);
});

test('without pages a form is one', () => {
  const { pages: _none, ...whole } = declared;
  expect(pagesOf(whole, ['name', 'password'])).toEqual([{ fields: ['name', 'password'] }]);
});

test('a fault leads to the first page that has its field', () => {
  const pages = pagesOf(declared, ['name', 'office', 'password']);
  expect(pageWith(pages, ['password', 'office'])).toBe(1);
  expect(pageWith(pages, ['nowhere'])).toBeUndefined();
});
