import { expect, test } from 'vitest';
import { networkOf, normalizeAddress } from './client-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  [' 203.0.113.9:51234 ', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['::FFFF:CB00:7109', '203.0.113.9'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::', '::'],
  ['unknown', null],
  ['', null],
  ['203.0.113.9, 198.51.100.1', null],
  ['203.0.113.999:1', null],
])('a client has one spelling: %s is %s', (text, address) => {
  expect(normalizeAddress(text)).toBe(address);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['local', 'local'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('limits count %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
