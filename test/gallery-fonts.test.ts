import { expect, test } from 'vitest';
import { requireFonts, type Run } from '../bin/gallery/fonts.ts';

/** A machine that has these fonts, and where packages can be installed or not. */
function machine(fonts: string[], canInstall = true) {
  const installed: string[] = [];
  const run: Run = (command, args) => {
    if (command === 'fc-list') return fonts.includes(String(args[0]).replace(':lang=', '')) ? 'Some Font' : '';
    const name = args.at(-1) ?? '';
    if (!args.includes('install')) return '';
    if (!canInstall) return undefined;
    installed.push(name);
    fonts.push('zh');
    return '';
  };
  return { run, installed };
}

test('the gallery installs a font for Chinese where there is none, and none where there is one', () => {
  const bare = machine(['en']);
  const said: string[] = [];
  requireFonts(['en', 'zh', 'zh', 'ar'], (text) => said.push(text), bare.run);
  expect([bare.installed, said.length]).toEqual([['fonts-noto-cjk'], 1]);
  const whole = machine(['en', 'zh']);
  requireFonts(['zh'], () => undefined, whole.run);
  requireFonts(['en', 'ar'], () => undefined, bare.run);
  expect([whole.installed, bare.installed]).toEqual([[], ['fonts-noto-cjk']]);
});

test('pictures that nobody could read are not taken', () => {
  expect(() => requireFonts(['zh'], () => undefined, machine([], false).run)).toThrow('fonts-noto-cjk');
});
