import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import { OutboundRefused } from './refused.ts'

/** What may be called. Everything that is not allowed here is refused. */
export type OutboundPolicy = {
  /** Plain HTTP to any address. */
  allowHttp: boolean
  /** This machine, by HTTP too: for a trial on one's own machine. */
  allowLoopback: boolean
}

export const publicOnly: OutboundPolicy = { allowHttp: false, allowLoopback: false }
export const publicOrLoopback: OutboundPolicy = { allowHttp: false, allowLoopback: true }

const mostCharacters = 2_048
const webPorts = [80, 443]
const firstUnprivilegedPort = 1_024
// Ports from 1,024 that the Fetch standard blocks: protocols that can be made to act on an HTTP request.
const refusedPorts = [
  1_719, 1_720, 1_723, 2_049, 3_659, 4_045, 4_190, 5_060, 5_061, 6_000, 6_566, 6_665, 6_666, 6_667, 6_668,
  6_669, 6_679, 6_697, 10_080,
]

/** The host as an address when it is one. The URL parser has already made every spelling of it the plain one. */
export const literalAddress = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : null
}

/** RFC 6761: these names are this machine, and are never asked of anybody. */
export const isLocalName = (hostname: string): boolean => /^(.*\.)?localhost\.?$/.test(hostname)

/** All that can be judged without resolving the host. Throws OutboundRefused. */
export const checkUrl = (text: string, policy: OutboundPolicy): URL => {
  const url = text.length <= mostCharacters && URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new OutboundRefused('invalid_url', 'It is no http or https address.')
  }
  if (url.username || url.password) {
    throw new OutboundRefused('credentials_in_url', 'The address carries a user name or a password.')
  }
  checkPort(url)
  const address = literalAddress(url)
  if (address) checkAddresses([address], url, policy)
  else if (isLocalName(url.hostname)) checkAddresses(['127.0.0.1'], url, policy)
  else if (url.protocol === 'http:' && !policy.allowHttp) throw insecure()
  url.hash = ''
  return url
}

const insecure = () => new OutboundRefused('insecure_url', 'The address must begin with https.')

const checkPort = ({ port }: URL) => {
  const number = Number(port)
  const usable = port === '' || webPorts.includes(number) || number >= firstUnprivilegedPort
  if (!usable || refusedPorts.includes(number)) {
    throw new OutboundRefused('port_refused', `Port ${port} is none that a web server is reached at.`)
  }
}

/** Every address must pass: which of them is connected to is not ours to say. Throws OutboundRefused. */
export const checkAddresses = (addresses: readonly string[], url: URL, policy: OutboundPolicy): void => {
  if (addresses.length === 0) throw new OutboundRefused('name_not_found', `${url.hostname} has no address.`)
  const local = addresses.every(isLoopbackAddress) && policy.allowLoopback
  if (!local && !addresses.every(isPublicAddress)) {
    throw new OutboundRefused('address_refused', `${url.hostname} is no address of the public Internet.`)
  }
  if (url.protocol === 'http:' && !policy.allowHttp && !local) throw insecure()
}
