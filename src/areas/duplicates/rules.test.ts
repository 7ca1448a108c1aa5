import fc from 'fast-check';
import { expect, test } from 'vitest';
import { traitsOf, type KnownOfClient } from './rules.ts';

const valueOf = (known: KnownOfClient) => traitsOf(known).map(({ kind, value }) => `${kind}: ${value}`);

test.each<[string, KnownOfClient, readonly string[]]>([
  ['a plus only sorts letters', { email: ' Anna+fx@Example.com ' }, ['email: anna@example.com']],
  ['Google passes over dots', { email: 'a.n.n.a@googlemail.com' }, ['email: anna@gmail.com']],
  ['elsewhere a dot is another mailbox', { email: 'a.nna@example.com' }, ['email: a.nna@example.com']],
  ['a phone is its digits', { phone: '+27 82-123 4567' }, ['phone: 27821234567']],
  ['a name without a birth date is nobody’s alone', { firstName: 'Anna', lastName: 'Müller' }, []],
  [
    'marks and the order of the names say nothing',
    { firstName: 'MÜLLER', lastName: 'Anna-María', birthDate: '1990-02-03' },
    ['name_birth: anna maria muller 1990-02-03'],
  ],
  ['a document is of its country', { document: { country: 'ZA', number: 'a 12-34' } }, ['document: ZA A1234']],
  ['nothing known, nothing in common', {}, []],
  ['what is empty is not known', { email: '', phone: '+', document: { country: 'ZA', number: '-' } }, []],
])('%s', (_what, known, traits) => {
  expect(valueOf(known)).toEqual(traits);
});

test('however a name is typed, its trait is the same', () => {
  const part = fc.stringMatching(/^[a-zäöüéñ]{1,12}$/);
  const way = fc.constantFrom<(text: string) => string>(
    (text) => text.toUpperCase(),
    (text) => text.normalize('NFD'),
    (text) => ` ${text} `,
  );
  fc.assert(
    fc.property(part, part, way, (first, last, written) => {
      const birthDate = '1985-12-31';
      const plain = valueOf({ firstName: first, lastName: last, birthDate });
      expect(valueOf({ firstName: written(last), lastName: written(first), birthDate })).toEqual(plain);
    }),
  );
});

test('whatever is typed, a trait is short enough to be kept and never empty', () => {
  fc.assert(
    fc.property(fc.record({ email: fc.string({ maxLength: 400 }), phone: fc.string(), firstName: fc.string() }), (known) => {
      for (const { value } of traitsOf({ ...known, birthDate: '2000-01-01' })) {
        expect(value.length).toBeGreaterThan(0);
        expect(value.length).toBeLessThanOrEqual(300);
      }
    }),
  );
});
