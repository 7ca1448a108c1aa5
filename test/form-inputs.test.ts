import { expect, test } from 'vitest';
import type { z } from 'zod';
import { loadContracts } from '../bin/catalogue.ts';
import { missingOf, sentOf } from '../src/ui/form/filled.ts';
import type { FormSpec, Typed } from '../src/protocol/form.ts';
import { inputs } from './formInputs.ts';

/*
 * Every field of every form, with what fits and what does not: the page takes and refuses the same as the call that the form is sent with.
 * The second step and the yearly confirmation, whose rules look at more than one field, have their table in areas/enrolment/rules.test.ts.
 */

/** Their rules look at more than one field. */
const elsewhere: ReadonlySet<string> = new Set(['enrolment.enrolment', 'enrolment.retake']);

/** One call takes all three by what they are; an empty password is answered with a word of its own. Their tests are the areas' own. */
const judgedByHandler: ReadonlySet<string> = new Set([
  'profile.email.value',
  'profile.secondary_email.value',
  'profile.mobile.value',
  'registration.otherBrowser.password',
]);

interface Field {
  readonly name: string;
  readonly field: string;
  readonly form: FormSpec;
  readonly schema: z.ZodType;
}

async function fieldsOfForms(): Promise<readonly Field[]> {
  return (await loadContracts()).flatMap(({ area, forms = {} }) =>
    Object.entries(forms)
      .filter(([name]) => !elsewhere.has(`${area}.${name}`))
      .flatMap(([name, form]) =>
        Object.keys(form.fields).map((field) => ({
          name: `${area}.${name}.${field}`,
          field,
          form,
          schema: (form.sends.shape as Readonly<Record<string, z.ZodType>>)[field] as z.ZodType,
        })),
      ),
  );
}

test('every field of every form has what fits in the table, and what does not', async () => {
  expect((await fieldsOfForms()).map(({ name }) => name).toSorted()).toEqual(Object.keys(inputs).toSorted());
});

test('the page takes what fits, and nothing else', async () => {
  const faults = (await fieldsOfForms()).flatMap(({ name, schema }) => {
    const takes = (value: unknown): boolean => schema.safeParse(value).success;
    const { right, wrong } = inputs[name] ?? { right: [], wrong: [] };
    return [
      ...right.filter((value) => !takes(value)).map((value) => `${name} refuses ${JSON.stringify(value)}`),
      ...wrong.filter((value) => takes(value)).map((value) => `${name} takes ${JSON.stringify(value)}`),
    ];
  });
  expect(faults).toEqual([]);
});

test('for each field there is a call that judges it as the page does', async () => {
  const contracts = await loadContracts();
  const shapes = contracts.flatMap(({ calls }) =>
    Object.values(calls).flatMap(({ input, inputs: more = [] }) => [input, ...more].map(({ shape }) => shape as Shape)),
  );
  const apart = (await fieldsOfForms()).flatMap(({ name, field, schema }) => {
    const { right, wrong } = inputs[name] ?? { right: [], wrong: [] };
    const all = [...right, ...wrong];
    const verdicts = (judge: z.ZodType) => all.map((value) => judge.safeParse(value).success).join();
    const isJudgedAlike = shapes.some((shape) => {
      const judge = shape[field];
      return judge !== undefined && (judge === schema || verdicts(judge) === verdicts(schema));
    });
    return isJudgedAlike ? [] : [name];
  });
  expect(apart.toSorted()).toEqual([...judgedByHandler].toSorted());
});

type Shape = Readonly<Record<string, z.ZodType | undefined>>;

test('what is left empty is told at its field before anything is sent, unless it may be left out', async () => {
  const silent = (await fieldsOfForms()).flatMap(({ name, field, form }) => {
    const empty: Typed = Object.fromEntries(
      Object.entries(form.fields).map(([each, { kind }]) => [each, kind === 'check' ? false : '']),
    );
    const isTold = Object.hasOwn(missingOf(form.fields, empty, [field]), field);
    const mayLack = form.fields[field]?.isOptional === true;
    return isTold === mayLack ? [`${name} ${JSON.stringify(sentOf(form, empty, [field]))}`] : [];
  });
  expect(silent).toEqual([]);
});
