import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './call.ts';
import { form } from './form.ts';

const order = z.object({ number: z.coerce.number(), name: z.string().max(40), note: z.string().optional() });
const name = { kind: 'text', label: 'order.name' } as const;
const onColour = { ...name, when: { field: 'colour', is: ['red'] } } as const;

// What stands under "@ts-expect-error" is held by the compiler: the check fails where it would come to compile.
test('a form knows the fields of its call and no others, and leaves out nothing that the call must have', () => {
  const declared = contract({
    area: 'orders',
    calls: {},
    forms: {
      fine: form({ sends: order, supplied: ['number'], fields: { name } }),
      always: form({ sends: order, always: { number: 7 }, fields: { name, note: name } }),
      // @ts-expect-error The call needs a number, and nobody supplies one.
      lacking: form({ sends: order, fields: { name } }),
      // @ts-expect-error The call knows no colour.
      unknown: form({ sends: order, supplied: ['number'], fields: { name, colour: name } }),
      // @ts-expect-error Nor is one supplied to it.
      supplied: form({ sends: order, supplied: ['number', 'colour'], fields: { name } }),
      // @ts-expect-error Nor sent always.
      constant: form({ sends: order, always: { number: 7, colour: 'red' }, fields: { name } }),
      // @ts-expect-error A field hangs on a field of the form.
      hanging: form({ sends: order, supplied: ['number'], fields: { name, note: onColour } }),
    },
  });
  expect(Object.keys(declared.forms.always.fields)).toEqual(['name', 'note']);
});
