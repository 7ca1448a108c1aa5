import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Choice } from '../components/Choice.tsx';
import CountryField from '../components/CountryField.tsx';
import DateField from '../components/DateField.tsx';
import FileField from '../components/FileField.tsx';
import PhoneField from '../components/PhoneField.tsx';
import SliderField from '../components/SliderField.tsx';
import { StrengthMeter } from '../components/StrengthMeter.tsx';
import { WordsProvider } from '../words/context.tsx';
import { openWords } from '../words/words.ts';

const ignore = (): void => undefined;

function drawn(field: ReactNode, language: 'en' | 'ar' | 'zh' = 'en'): string {
  return renderToStaticMarkup(<WordsProvider words={openWords(language, async () => ({}))}>{field}</WordsProvider>);
}

test('countries are named and ordered in the reader’s language, and those that are not served cannot be chosen', () => {
  const field = (
    <CountryField name="country" label="Country" value="ZA" onCountry={ignore} isDisabled={(country) => country === 'US'} />
  );
  const english = drawn(field);
  expect(english).toMatch(/<option value="ZA" selected="">South Africa<\/option>/);
  expect(english).toMatch(/<option value="US" disabled="">United States<\/option>/);
  expect(english.indexOf('Afghanistan')).toBeLessThan(english.indexOf('Zimbabwe'));
  expect(drawn(field, 'zh')).toContain('南非');
  expect(english).toMatch(/<img [^>]*alt=""/);
});

test('no flag is drawn for the six of the documents', () => {
  for (const country of ['IR', 'CN', 'TW', 'HK', 'MO', 'BR'])
    expect(drawn(<CountryField name="country" label="Country" value={country} onCountry={ignore} />)).not.toContain('<img');
});

test('a phone number shows the code and the flag of its country, the one preferred where several share a code', () => {
  const markup = drawn(<PhoneField name="phone" label="Phone" value="+44 7400 123456" country="JE" onPhone={ignore} />);
  expect(markup).toContain('value="7400 123456"');
  expect(markup).toMatch(/<option value="JE" selected="">/);
  expect(markup).toContain('>+44</span>');
  expect(drawn(<PhoneField name="phone" label="Phone" value="+44 74" onPhone={ignore} />)).toMatch(/value="GB" selected=""/);
  expect(drawn(<PhoneField name="phone" label="Phone" value="" onPhone={ignore} />)).not.toContain('<img');
});

const dates = { name: 'birth_date', label: 'Born', onDate: ignore, years: { from: 1926, till: 2008 } } as const;

test('a date offers the years of its declaration, the days of its month, and its parts in the order of the language', () => {
  const markup = drawn(<DateField {...dates} value="2023-02-" />);
  expect(markup).not.toContain('value="2009"');
  expect(markup).toContain('value="1926"');
  expect(markup).toContain('value="28"');
  expect(markup).not.toContain('value="29"');
  const order = (text: string) =>
    ['day', 'month', 'year'].toSorted((one, other) => text.indexOf(`-${one}"`) - text.indexOf(`-${other}"`));
  expect(order(drawn(<DateField {...dates} value="" />, 'zh'))).toEqual(['year', 'month', 'day']);
  expect(order(drawn(<DateField {...dates} value="" />, 'ar'))).toEqual(['day', 'month', 'year']);
});

test('what is at fault of a date is the part that is missing, or all of it', () => {
  const invalid = (value: string) =>
    [
      ...drawn(<DateField {...dates} value={value} error="No." />).matchAll(/name="birth_date-(\w+)"[^>]*aria-invalid="true"/g),
    ].map(([, part]) => part);
  expect(invalid('1990-02-')).toEqual(['day']);
  expect(invalid('1990-02-03').toSorted()).toEqual(['day', 'month', 'year']);
});

test('a slider says where it stands, and pictures are a choice with words', () => {
  const scale = { least: 0, most: 100, step: 25 };
  const slider = drawn(<SliderField name="share" label="Share" value="75" scale={scale} onValue={ignore} />);
  expect(slider).toMatch(/type="range"[^>]*step="25"[^>]*value="75"/);
  expect(slider).toMatch(/<output[^>]*>75<\/output>/);
  const options = [{ value: 'sea', label: 'The sea', picture: <svg aria-hidden="true" /> }];
  const pictures = drawn(<Choice look="pictures" label="Where" name="where" value="sea" options={options} onChange={ignore} />);
  expect(pictures).toMatch(/<svg[^>]*>.*The sea/);
  expect(pictures).toMatch(/type="radio"[^>]*checked=""/);
});

test('the strength of a password is told in a word, and read out as it changes', () => {
  expect(drawn(<StrengthMeter password="Harbour26" />)).toMatch(/data-level="4".*aria-live="polite">ui\.strength\.4/);
  expect(drawn(<StrengthMeter password="" />)).toContain('ui.strength.none');
});

test('what may be a picture can be taken with the camera, and what may not cannot', () => {
  const file = { name: 'file', label: 'Paper', value: '', sent: undefined, onFile: ignore } as const;
  const camera = /<input[^>]*name="file-camera"[^>]*>/;
  const [found = ''] =
    camera.exec(drawn(<FileField {...file} takes={{ kinds: ['jpeg', 'pdf'], mostBytes: 25_000_000 }} />)) ?? [];
  expect(found).toContain('accept="image/*"');
  expect(found).toContain('capture="environment"');
  expect(drawn(<FileField {...file} takes={{ kinds: ['pdf'], mostBytes: 25_000_000 }} />)).not.toMatch(camera);
});
