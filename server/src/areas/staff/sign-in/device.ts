import { createHash } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import Bowser from 'bowser'
import type { Origin } from '../../../platform/http/context.ts'
import { networkOf } from '../../../platform/http/networks.ts'

const inner = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  inner.addSubnet(network, prefix)
inner.addAddress('::1', 'ipv6')
inner.addSubnet('fc00::', 7, 'ipv6')
inner.addSubnet('fe80::', 10, 'ipv6')

/** The origin of a call for sessions and logs. `address` is 内网 or 未知: no table of regions is bundled. */
export function describeDevice({ ip, userAgent }: Pick<Origin, 'ip' | 'userAgent'>) {
  const { browser, os } = Bowser.parse(userAgent || 'unknown')
  const device = {
    browser: [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ').slice(0, 60),
    os: [os.name, os.versionName ?? os.version].filter(Boolean).join(' ').slice(0, 60),
  }
  return { ...device, ip, address: addressOf(ip), userAgent, deviceId: deviceIdOf(device, ip) }
}

function addressOf(ip: string): string {
  const family = isIPv4(ip) ? 'ipv4' : isIPv6(ip) ? 'ipv6' : undefined
  return family && inner.check(ip, family) ? '内网' : '未知'
}

/** Browser, system and network. */
function deviceIdOf({ browser, os }: { browser: string; os: string }, ip: string): string {
  // Devices stored before have the first three bytes of their IPv4 address.
  const network = networkOf(ip).replace(/\.0\/24$/, '')
  return createHash('sha256')
    .update([browser.replace(/ \d+$/, ''), os, network].join('\n'))
    .digest('base64url')
}
