import { expect, test } from 'vitest'
import { limitedAddress, networkOf } from './networks.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64'],
])('%s belongs to %s', (ip, network, address) => {
  expect([networkOf(ip), limitedAddress(ip)]).toEqual([network, address])
})
