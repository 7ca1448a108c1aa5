import type { Mutant } from './mutant.ts';

const area = 'src/areas/registration';
const test = `${area}/registration.test.ts`;

/** Of signing up. */
export const registrationMutants: readonly Mutant[] = [
  {
    name: 'known-told',
    file: `${area}/begin.ts`,
    find: "  if (whose === 'client') return { type: 'registration_known', path: 'login' };",
    replace: "  if (whose === 'client' && link === '') return { type: 'registration_known', path: 'login' };",
    breaks: 'A client whose address somebody signs up with is sent a code that opens nothing.',
    tests: [test],
  },
  {
    name: 'link-anywhere',
    file: `${area}/confirm.ts`,
    find: '  if (own?.id === signUp.id) return proven;',
    replace: '  if (own?.id !== 0) return proven;',
    breaks: 'A link opens an account in a browser that did not begin it, without the password.',
    tests: [test],
  },
  {
    name: 'letters-without-captcha',
    file: `${area}/begin.ts`,
    find: "if (solved === 'none') ctx.refuse('captcha_required', { data: { captcha } });",
    replace: "if (solved === 'none') return;",
    breaks: 'Letters go to any address without a captcha.',
    tests: [test],
  },
  {
    name: 'born-nowhere',
    file: 'src/areas/enrolment/submit.ts',
    find: 'countryOf(told) === undefined;',
    replace: 'told.length !== 2 && countryOf(told) === undefined;',
    breaks: 'Any two letters are taken for a country.',
    tests: ['src/areas/enrolment/enrolment.test.ts'],
  },
];
