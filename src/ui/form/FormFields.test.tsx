import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { form } from '../../protocol/form.ts';
import { WordsProvider } from '../words/context.tsx';
import { openWords } from '../words/words.ts';
import { FormFields } from './FormFields.tsx';
import type { Form } from './useForm.ts';

const wish = form({
  sends: z.object({
    name: z.string().max(40),
    place: z.string(),
    method: z.string(),
    amount: z.string(),
    agrees: z.boolean(),
  }),
  fields: {
    name: { kind: 'text', label: 'wish.name', help: 'wish.name.help', isOptional: true, autoComplete: 'off' },
    place: { kind: 'select', label: 'wish.place' },
    method: { kind: 'choice', label: 'wish.method' },
    amount: { kind: 'amount', label: 'wish.amount' },
    agrees: { kind: 'check', label: 'wish.agrees' },
  },
});

const values = { name: 'Own', place: '2', method: 'card', amount: '12.5', agrees: true };

/** The form as it stands on the screen before anybody touches it. */
function drawn(standing: Partial<Pick<Form<typeof wish>, 'shown' | 'errors'>>): string {
  const standingForm: Form<typeof wish> = {
    declared: wish,
    values,
    shown: Object.keys(wish.fields),
    page: { index: 0, count: 1, title: undefined, isLast: true, back: () => undefined },
    errors: {},
    failure: null,
    isBusy: false,
    set: () => undefined,
    reset: () => undefined,
    frame: { ref: { current: null }, noValidate: true, onSubmit: () => undefined, onKeyDown: () => undefined },
    ...standing,
  };
  const options = [
    { value: '1', label: 'First' },
    { value: '2', label: 'Second' },
  ];
  return renderToStaticMarkup(
    <WordsProvider words={openWords('en', async () => ({}))}>
      <FormFields
        form={standingForm}
        given={{
          place: { options, note: 'Holds a lot', after: <b>After the place</b> },
          method: { options: [{ value: 'card', label: 'Card', detail: 'At once' }] },
          amount: { currency: 'USD', help: 'At least 5' },
        }}
      />
    </WordsProvider>,
  );
}

/** The parts of the markup in the order in which they come. */
function order(markup: string, parts: readonly string[]): readonly number[] {
  return parts.map((part) => markup.indexOf(part));
}

test('the fields stand in the declared order, each with what the screen gave it', () => {
  const markup = drawn({});
  const places = order(markup, [
    'wish.name',
    'wish.place',
    'Holds a lot',
    'After the place',
    'wish.method',
    'wish.amount',
    'wish.agrees',
  ]);
  expect(places).toEqual(places.toSorted((first, second) => first - second));
  expect(places).not.toContain(-1);
  expect(markup).toContain('maxLength="40"');
  expect(markup).toContain('autoComplete="off"');
  expect(markup).toContain('<option value="2" selected="">Second</option>');
  expect(markup).toContain('At once');
  expect(markup).toMatch(/type="checkbox" name="agrees" checked=""/);
});

test('help, note and error are read out with their control, and a field that is not shown is not there', () => {
  const markup = drawn({ shown: ['place', 'amount'], errors: { place: 'Choose one.' } });
  expect(markup).toMatch(/<select[^>]*aria-describedby="(\S+)-note \1-error"[^>]*aria-invalid="true"/);
  expect(markup).toMatch(/<input[^>]*aria-describedby="\S+-help"[^>]*value="12\.5"/);
  expect(markup).not.toContain('wish.name');
  expect(markup).not.toContain('wish.agrees');
});
