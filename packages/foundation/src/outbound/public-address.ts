import { BlockList, isIP } from 'node:net'

// IANA's special-purpose registry (RFC 6890), and a metadata service with a public address.
const refusedIpv4: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

// Addresses that contain an IPv4 address (mapped, compatible, NAT64), private addresses and unassigned addresses are
// outside 2000::/3. Inside it are Teredo, benchmarking, documentation and 6to4.
const assignedIpv6: readonly [string, number] = ['2000::', 3]
const refusedIpv6: readonly [network: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}
const refused = { 4: listOf('ipv4', refusedIpv4), 6: listOf('ipv6', refusedIpv6) }
const assigned = listOf('ipv6', [assignedIpv6])

/** Whether a resolved address may be called: public Internet, without a special purpose. */
export const isPublicAddress = (address: string): boolean => {
  // A zone is local to the links of one machine.
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !refused[4].check(address, 'ipv4')
  return family === 6 && assigned.check(address, 'ipv6') && !refused[6].check(address, 'ipv6')
}

const loopback = listOf('ipv4', [['127.0.0.0', 8]])

/** This machine, only in the two plain spellings. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && loopback.check(address, 'ipv4'))
