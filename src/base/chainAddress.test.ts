import { describe, expect, test } from 'vitest';
import { addressNetworks, isChainAddress, type AddressNetwork } from './chainAddress.ts';

/** Published examples: BIP 173, BIP 350 and EIP-55, and well-known addresses of the other chains. */
const published: readonly (readonly [AddressNetwork, string])[] = [
  ['Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['Bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
  ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['Bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['Bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['Omni', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
  ['Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['Ethereum', '0xde709f2102306220921060314715629080e2fb77'],
  ['BNB Smart Chain', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['XRP Ledger', 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'],
  ['XRP Ledger', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['Dogecoin', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['Litecoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
];

describe.each(published)('on %s the address %s', (network, address) => {
  test('is one', () => expect(isChainAddress(network, address)).toBe(true));

  test('is none with any letter of it another', () => {
    // What has no capitals has no checksum on those chains.
    if (/^0x([^a-f]*|[^A-F]*)$/.test(address)) return;
    for (let at = 4; at < address.length; at += 1) {
      const other = address[at] === 'a' ? 'b' : 'a';
      if (address[at]?.toLowerCase() === other) continue;
      const mistyped = `${address.slice(0, at)}${other}${address.slice(at + 1)}`;
      expect([mistyped, isChainAddress(network, mistyped)]).toEqual([mistyped, false]);
    }
  });
});

test.each<readonly [AddressNetwork, string]>([
  // Of another chain.
  ['Bitcoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  ['Litecoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['Litecoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['Omni', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['Ethereum', 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'],
  // BIP 350: version 0 by the newer checksum, version 1 by the older one.
  ['Bitcoin', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54wc8r'],
  ['Bitcoin', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
  // Mixed case is no bech32.
  ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4'],
  // A capital that does not belong.
  ['Ethereum', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
])('%s has no address %s', (network, text) => expect(isChainAddress(network, text)).toBe(false));

test.each(addressNetworks)('%s has no address of nothing, and none of any length', (network) => {
  for (const text of ['', '0', 'bc1', '0x', '1'.repeat(5000), '0x'.repeat(3000)])
    expect(isChainAddress(network, text)).toBe(false);
});
