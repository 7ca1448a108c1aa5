import { spawnSync } from 'node:child_process';
import type { LanguageKey } from '../../src/law/languages.ts';

/** What a language is drawn with that no web font of ours has, and the Debian package that brings it. */
const systemFonts: Readonly<Partial<Record<LanguageKey, string>>> = { zh: 'fonts-noto-cjk' };

/** Runs a program: what it wrote, or undefined when it failed. */
export type Run = (command: string, args: readonly string[]) => string | undefined;

const run: Run = (command, args) => {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0 ? stdout : undefined;
};

/**
 * Sees to it that what is pictured can be seen: a machine without a font for a language draws boxes, which nobody would take for a
 * fault of the screen. Installs the font where there is none; throws where that cannot be done.
 */
export function requireFonts(languages: readonly LanguageKey[], say: (text: string) => void, start: Run = run): void {
  for (const language of new Set(languages)) {
    const fontPackage = systemFonts[language];
    const hasFont = (): boolean => (start('fc-list', [`:lang=${language}`, 'family']) ?? '').trim() !== '';
    if (fontPackage === undefined || hasFont()) continue;
    say(`No font for ${language}: installing the package ${fontPackage} …`);
    const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const install = (...args: string[]): void => {
      const [command = '', ...rest] = [...prefix, 'apt-get', ...args];
      start(command, rest);
    };
    install('update', '-qq');
    install('install', '-y', '-qq', fontPackage);
    if (!hasFont())
      throw new Error(`Nothing here can draw ${language}: install ${fontPackage}, or leave it out with --language.`);
  }
}
