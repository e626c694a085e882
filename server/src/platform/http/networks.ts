import { BlockList, isIP } from 'node:net'
import { BadInput } from '@zhanggui/domain/errors.ts'

/** Whether an address is in one of the networks, one per line; an empty text allows all. */
export function isAddressAllowed(ip: string, networks: string): boolean {
  return !networks.trim() || readNetworks(networks).check(ip, familyOf(ip))
}

/**
 * Reads IPv4 and IPv6 addresses and networks, one per line: `10.1.2.3`, `192.168.1.0/24`, `2001:db8::/32`.
 * @throws {BadInput} naming the first line that is neither
 */
export function readNetworks(networks: string): BlockList {
  const list = new BlockList()
  const lines = networks.split('\n').map((line) => line.trim())
  for (const line of lines.filter(Boolean)) {
    const [, address = '', prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(line) ?? []
    const bits = isIP(address) === 6 ? 128 : 32
    if (!isIP(address) || Number(prefix ?? bits) > bits)
      throw new BadInput(`「${line.slice(0, 50)}」不是有效的地址或网段，请写成 192.168.1.0/24 的形式`)
    list.addSubnet(address, Number(prefix ?? bits), familyOf(address))
  }
  return list
}

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIP(ip) === 6 ? 'ipv6' : 'ipv4'
}

/** The network that one attacker easily holds whole: /24 of IPv4, /64 of IPv6. */
export function networkOf(ip: string): string {
  return isIP(ip) === 6 ? limitedAddress(ip) : `${ip.split('.').slice(0, 3).join('.')}.0/24`
}

/** What limits count as one address: of IPv6 the whole /64, as every subscriber has one. */
export function limitedAddress(ip: string): string {
  if (isIP(ip) !== 6) return ip
  // The URL's spelling has no zone, no IPv4 part and no leading zeros.
  const [head = '', tail = ''] = new URL(`http://[${ip.split('%', 1)[0]}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
