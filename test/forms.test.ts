import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadContracts } from '../bin/catalogue.ts';

/* What a form sends is what its call takes. */

const isListOfChoices = (kind: string): boolean => kind === 'checks' || kind === 'questions';

interface Described {
  readonly type?: string;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
}

function takesList({ type, anyOf = [], oneOf = [] }: Described): boolean {
  return type === 'array' || [...anyOf, ...oneOf].some(takesList);
}

test('what is chosen from many goes out as a list, and each call takes one', async () => {
  const asked: string[] = [];
  const refused: string[] = [];
  for (const { area, forms = {} } of await loadContracts())
    for (const [name, { sends, fields }] of Object.entries(forms)) {
      const shape: Readonly<Record<string, z.ZodType | undefined>> = sends.shape;
      for (const [field, { kind }] of Object.entries(fields)) {
        const schema = shape[field];
        if (!isListOfChoices(kind) || schema === undefined) continue;
        const place = `${area}.${name} ${field}`;
        asked.push(place);
        if (!takesList(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described)) refused.push(place);
      }
    }
  expect(asked.length).toBeGreaterThan(2);
  expect(refused).toEqual([]);
});
