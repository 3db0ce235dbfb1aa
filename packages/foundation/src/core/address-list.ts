import { BlockList, isIP } from 'node:net'

/** A set of networks in CIDR notation, IPv4 and IPv6. */
export type AddressList = { includes(address: string): boolean }

const mappedPrefix = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/** IPv4 in its own form, also if the socket reports it mapped to IPv6. */
export const plainAddress = (address: string): string => address.replace(mappedPrefix, '')

/** Throws a RangeError that names an invalid entry. */
export const addressList = (networks: readonly string[]): AddressList => {
  const list = new BlockList()
  for (const network of networks) addNetwork(list, network)
  return {
    includes(address) {
      const plain = plainAddress(address)
      const family = isIP(plain)
      return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

const addNetwork = (list: BlockList, network: string) => {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
  const family = isIP(address)
  const widest = family === 4 ? 32 : 128
  const bits = prefix === undefined ? widest : Number(prefix)
  if (family === 0 || bits > widest) {
    throw new RangeError(`"${network}" is not an address or network. Write for example 203.0.113.0/24.`)
  }
  list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
}
