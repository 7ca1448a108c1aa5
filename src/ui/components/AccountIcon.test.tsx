import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { accountFamilies } from '../../law/accountFamilies.ts';
import { AccountIcon } from './AccountIcon.tsx';

test('every family of account types has an icon of its own, and a demo account is told from a live one', () => {
  const drawn = accountFamilies.flatMap((family) =>
    [false, true].map((isDemo) => renderToStaticMarkup(<AccountIcon family={family} isDemo={isDemo} />)),
  );
  expect(new Set(drawn).size).toBe(accountFamilies.length * 2);
  expect(drawn.every((icon) => icon.includes('aria-hidden="true"') && / d="M[^"]+"/.test(icon))).toBe(true);
});
