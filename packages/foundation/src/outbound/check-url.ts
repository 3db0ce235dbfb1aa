import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import { OutboundRefused } from './refused.ts'

/** The allowed addresses. All others are refused. */
export type OutboundPolicy = {
  /** Plain HTTP to any address. */
  allowHttp: boolean
  /** This machine, by HTTP too: for a trial on the operator's own machine. */
  allowLoopback: boolean
}

export const publicOnly: OutboundPolicy = { allowHttp: false, allowLoopback: false }
export const publicOrLoopback: OutboundPolicy = { allowHttp: false, allowLoopback: true }

const maxCharacters = 2_048
const webPorts = [80, 443]
const firstUnprivilegedPort = 1_024
// Ports from 1,024 that the Fetch standard blocks: their protocols can be made to process an HTTP request.
const refusedPorts = [
  1_719, 1_720, 1_723, 2_049, 3_659, 4_045, 4_190, 5_060, 5_061, 6_000, 6_566, 6_665, 6_666, 6_667, 6_668,
  6_669, 6_679, 6_697, 10_080,
]

/** The host, if it is an address. The URL parser has already normalised its spelling. */
export const literalAddress = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : null
}

/** RFC 6761: these names are this machine. They are never resolved. */
export const isLocalName = (hostname: string): boolean => /^(.*\.)?localhost\.?$/.test(hostname)

/** All checks that need no resolution of the host. Throws OutboundRefused. */
export const checkUrl = (text: string, policy: OutboundPolicy): URL => {
  const url = text.length <= maxCharacters && URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new OutboundRefused('invalid_url', 'The URL is not http or https.')
  }
  if (url.username || url.password) {
    throw new OutboundRefused('credentials_in_url', 'The URL contains a user name or a password.')
  }
  checkPort(url)
  const address = literalAddress(url)
  if (address) checkAddresses([address], url, policy)
  else if (isLocalName(url.hostname)) checkAddresses(['127.0.0.1'], url, policy)
  else if (url.protocol === 'http:' && !policy.allowHttp) throw insecure()
  url.hash = ''
  return url
}

const insecure = () => new OutboundRefused('insecure_url', 'The URL must begin with https.')

const checkPort = ({ port }: URL) => {
  const number = Number(port)
  const usable = port === '' || webPorts.includes(number) || number >= firstUnprivilegedPort
  if (!usable || refusedPorts.includes(number)) {
    throw new OutboundRefused(
      'port_refused',
      `Port ${port} is not allowed. Use 80, 443 or a port from 1,024.`,
    )
  }
}

/** Every address must pass, because the connection can use any of them. Throws OutboundRefused. */
export const checkAddresses = (addresses: readonly string[], url: URL, policy: OutboundPolicy): void => {
  if (addresses.length === 0) throw new OutboundRefused('name_not_found', `${url.hostname} has no address.`)
  const local = addresses.every(isLoopbackAddress) && policy.allowLoopback
  if (!local && !addresses.every(isPublicAddress)) {
    throw new OutboundRefused('address_refused', `${url.hostname} is not an address of the public Internet.`)
  }
  if (url.protocol === 'http:' && !policy.allowHttp && !local) throw insecure()
}
