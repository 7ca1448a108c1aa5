import { expect, test } from 'vitest';
import { openVault } from './vault.ts';

const old = 'the secret of last year, which was long enough';
const fresh = 'the secret of this year, which is long enough';

test('what is sealed is opened under the same secret, reads as nothing, and is another text each time', () => {
  const vault = openVault([fresh]);
  const [first, second] = [vault.seal('JBSWY3DPEHPK3PXP'), vault.seal('JBSWY3DPEHPK3PXP')];
  expect(first).not.toBe(second);
  expect(Buffer.from(first, 'base64url').includes('JBSWY3DPEHPK3PXP')).toBe(false);
  expect([vault.open(first), vault.open(second)]).toEqual(['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP']);
});

test('what was sealed under an old secret is opened while that is known, and no longer', () => {
  const sealed = openVault([old]).seal('JBSWY3DPEHPK3PXP');
  expect(openVault([fresh, old]).open(sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => openVault([fresh]).open(sealed)).toThrow('known no more');
});

test('what was changed on the way is not opened', () => {
  const bytes = Buffer.from(openVault([fresh]).seal('JBSWY3DPEHPK3PXP'), 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => openVault([fresh]).open(bytes.toString('base64url'))).toThrow('known no more');
});
