import { isIPv6 } from 'node:net'
import { plainAddress } from '../core/index.ts'

const groupsOfNetwork = 4

/**
 * The address for limits: an IPv4 address, or the /64 network of an IPv6 address, because one caller has all of its
 * addresses.
 */
export const addressGroup = (address: string): string => {
  const plain = plainAddress(address).replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const first = groupsOf(head)
  // An IPv4 tail counts as two groups, both after the first four.
  const last = groupsOf(tail ?? '').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, groupsOfNetwork)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
