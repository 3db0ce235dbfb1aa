import { isIPv6 } from 'node:net'
import { plainAddress } from './address-list.ts'

const groupsOfAddress = 8
const ipv4Octets = /^(\d+\.\d+\.\d+)\.(\d+)$/

/**
 * The networks of an address, the narrowest first: an IPv4 address and its /24, or the /64, /56 and /48 of an IPv6
 * address. One caller has all addresses of a /64, and often a /56 or a /48. Other text is its own only network.
 */
export const networksOf = (address: string): string[] => {
  const plain = plainAddress(address).replace(/%.*$/, '')
  if (!isIPv6(plain)) {
    const [, network] = ipv4Octets.exec(plain) ?? []
    return network === undefined ? [plain] : [plain, `${network}.0/24`]
  }
  const groups = groupsOf(plain)
  const mapped = ipv4Of(groups)
  if (mapped !== null) return networksOf(mapped)
  const [a = 0, b = 0, c = 0, d = 0] = groups
  const network = (...kept: number[]) => kept.map((group) => group.toString(16)).join(':')
  return [`${network(a, b, c, d)}::/64`, `${network(a, b, c, d & 0xff00)}::/56`, `${network(a, b, c)}::/48`]
}

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::')
  const partsOf = (part: string) =>
    part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ipv4Groups(group) : [group]))
  const first = partsOf(head)
  const last = partsOf(tail ?? '')
  const zeros = Array<string>(groupsOfAddress - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16))
}

/** A tail in the form of IPv4 stands for two groups. */
const ipv4Groups = (tail: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number)
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)]
}

/** The IPv4 address that is mapped to IPv6 (`::ffff:0:0/96`), in whichever form it was written. */
const ipv4Of = (groups: readonly number[]): string | null => {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : null
}
