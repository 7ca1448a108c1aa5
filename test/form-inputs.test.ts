import { expect, test } from 'vitest';
import type { z } from 'zod';
import { loadContracts } from '../bin/catalogue.ts';
import { operationId } from '../src/protocol/call.ts';
import { missingOf, sentOf } from '../src/ui/form/filled.ts';
import type { FormSpec, Typed } from '../src/protocol/form.ts';
import { inputs, sentWith } from './formInputs.ts';

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

test('each form names the calls that it is sent with, and no other form does', async () => {
  const { forms, calls } = await declared();
  const named = Object.entries(sentWith);
  expect(named.map(([form]) => form).filter((form) => !forms.has(form))).toEqual([]);
  expect(named.flatMap(([, own]) => own).filter((call) => !calls.has(call))).toEqual([]);
  // Who is sent with the very input of one of its area's calls need not say so.
  expect([...forms.keys()].filter((form) => callsOf(form, { forms, calls }).length === 0)).toEqual([]);
  expect(named.filter(([form, own]) => own.join() === ofOneSchema(form, { forms, calls }).join()).map(([form]) => form)).toEqual(
    [],
  );
});

test('each form is judged by its own calls as the page does: by one input of each, all that the call has of its fields', async () => {
  const known = await declared();
  const apart = [...known.forms].flatMap(([name, form]) => {
    const own = callsOf(name, known);
    const fields = Object.keys(form.fields).filter((field) => !judgedByHandler.has(`${name}.${field}`));
    const unheard = fields.filter((field) => !own.some((call) => shapesOf(call, known).some((shape) => shape[field])));
    const apartBy = own.flatMap((call) => {
      const shapes = shapesOf(call, known);
      const told = fields.filter((field) => shapes.some((shape) => shape[field]));
      const faults = shapes.map((shape) => told.filter((field) => !isJudgedAlike(shape[field], { name, field, form })));
      const fewest = faults.toSorted((a, b) => a.length - b.length)[0] ?? [];
      return fewest.map((field) => `${call} judges ${name}.${field} otherwise`);
    });
    return [...unheard.map((field) => `no call of ${name} has ${field}`), ...apartBy];
  });
  expect(apart).toEqual([]);
});

test('what a handler judges by more than its type is judged otherwise by the call’s input: who is named there has to be', async () => {
  const known = await declared();
  const alike = [...judgedByHandler].filter((each) => {
    const [, name = '', field = ''] = /^(.*)\.(\w+)$/.exec(each) ?? [];
    const form = known.forms.get(name);
    return (
      !form ||
      callsOf(name, known).some((call) =>
        shapesOf(call, known).some((shape) => isJudgedAlike(shape[field], { name, field, form })),
      )
    );
  });
  expect(alike).toEqual([]);
});

type Shape = Readonly<Record<string, z.ZodType | undefined>>;

interface Declared {
  /** By area and name. */
  readonly forms: ReadonlyMap<string, FormSpec>;
  readonly calls: ReadonlyMap<string, readonly z.ZodObject[]>;
}

async function declared(): Promise<Declared> {
  const contracts = await loadContracts();
  return {
    forms: new Map(
      contracts.flatMap(({ area, forms = {} }) =>
        Object.entries(forms).flatMap(([name, form]) =>
          elsewhere.has(`${area}.${name}`) ? [] : [[`${area}.${name}`, form as FormSpec] as const],
        ),
      ),
    ),
    calls: new Map(
      contracts.flatMap((contract) =>
        Object.entries(contract.calls).map(([name, { input, inputs: more = [] }]) => [
          operationId(contract, name),
          [input, ...more] as readonly z.ZodObject[],
        ]),
      ),
    ),
  };
}

/** Those of its area whose input is the very schema that the form sends. */
function ofOneSchema(form: string, { forms, calls }: Declared): readonly string[] {
  const [area = ''] = form.split('.');
  return [...calls].flatMap(([call, inputs]) =>
    call.startsWith(`${area}.`) && inputs.some((input) => input === forms.get(form)?.sends) ? [call] : [],
  );
}

const callsOf = (form: string, known: Declared): readonly string[] => sentWith[form] ?? ofOneSchema(form, known);

const shapesOf = (call: string, { calls }: Declared): readonly Shape[] =>
  (calls.get(call) ?? []).map(({ shape }) => shape as Shape);

/** Of each of the table's values both say the same. */
function isJudgedAlike(judge: z.ZodType | undefined, { name, field, form }: Omit<Field, 'schema'>): boolean {
  const onPage = (form.sends.shape as Shape)[field];
  if (judge === undefined || onPage === undefined) return false;
  const { right, wrong } = inputs[`${name}.${field}`] ?? { right: [], wrong: [] };
  const verdicts = (by: z.ZodType) => [...right, ...wrong].map((value) => by.safeParse(value).success).join();
  return judge === onPage || verdicts(judge) === verdicts(onPage);
}

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
