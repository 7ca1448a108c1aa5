import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QrCode } from '../../../ui/components/QrCode.tsx';

test('an authenticator’s key is drawn for a camera: three finders, and four empty modules around', () => {
  const drawn = renderToStaticMarkup(<QrCode text="otpauth://totp/Atrium:new?secret=JBSWY3DPEHPK3PXP" label="Key" />);
  expect(drawn).toContain('role="img" aria-label="Key"');
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(drawn)?.[1]);
  const modules = Array.from(drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => [Number(x), Number(y)] as const);
  expect([...new Set(modules.flat())].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: size - 8 }, (_, index) => index + 4),
  );
  const isDark = (x: number, y: number): boolean => modules.some(([atX, atY]) => atX === x && atY === y);
  const finder = [true, false, true, true, true, false, true];
  for (const [x, y] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const)
    expect(finder.map((_, index) => isDark(x + index, y + 3))).toEqual(finder);
});
