import { expect, test } from 'vitest';
import { addressIn, networkOf, wideNetworkOf } from './network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['2001:db8', '2001:db8'],
  ['1::2::3', '1::2::3'],
  ['x:y::z', 'x:y::z'],
  ['unknown', 'unknown'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
])('callers from %s are counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['203.0.113.9', '203.0.113.9'],
  ['unknown', 'unknown'],
])('a proxy that writes %s means %s', (written, address) => {
  expect(addressIn(written)).toBe(address);
});

test('the networks that one may have been given many of are counted together, a wider one each', () => {
  expect(wideNetworkOf('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
  expect(wideNetworkOf('[2001:db8:1:ffff::9]:443')).toBe('2001:db8:1::/48');
  expect(wideNetworkOf('2001:db8:2:2::9')).toBe('2001:db8:2::/48');
  expect([wideNetworkOf('203.0.113.9'), wideNetworkOf('::ffff:203.0.113.9'), wideNetworkOf('unknown')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a forged address stays short', () => {
  expect(networkOf('x'.repeat(10_000))).toHaveLength(45);
});
