import { expect, test } from 'vitest';
import { z } from 'zod';
import { faultsOf } from './check.ts';

const say = (id: string, values?: Readonly<Record<string, string | number>>) => `${id}${values ? JSON.stringify(values) : ''}`;

function faults(schema: z.ZodType, value: unknown): Readonly<Record<string, string>> {
  const parsed = schema.safeParse(value);
  return parsed.success ? {} : faultsOf(parsed.error, say);
}

test('each field tells its first fault in words that say the mend', () => {
  const schema = z.object({
    name: z.string().min(1),
    code: z.string().min(4).max(6),
    amount: z.string().regex(/^\d+$/),
    when: z.string(),
  });
  expect(faults(schema, { name: '', code: '12', amount: 'x' })).toEqual({
    name: 'ui.check.missing',
    code: 'ui.check.short{"minimum":4}',
    amount: 'ui.check.wrong',
    when: 'ui.check.missing',
  });
});
