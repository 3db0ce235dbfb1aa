import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type AddressList, plainAddress } from './address-list.ts'
import type { Peer } from './call.ts'

type Certificate = Pick<Peer, 'thumbprint' | 'certificateTrusted'>

const none: Certificate = { thumbprint: null, certificateTrusted: false }
const ofConnection = new WeakMap<Socket, Certificate>()
const maxForwardedCertificateCharacters = 16_384

/**
 * Whether a forwarded certificate chains to our authority and is in its validity: the proxy has seen the
 * handshake, and we check the certificate again all the same.
 */
export type TrustCertificate = (der: Buffer) => boolean

/**
 * The address and the certificate of the caller. `Client-Cert` (RFC 9440) and `X-Forwarded-For` count only
 * when the connection comes from a configured proxy; from anybody else they are ignored.
 */
export const resolvePeer = (
  message: IncomingMessage,
  proxies: AddressList,
  trusts: TrustCertificate,
): Peer => {
  const socketAddress = plainAddress(message.socket.remoteAddress ?? '')
  if (!proxies.includes(socketAddress)) {
    return { address: socketAddress, ...connectionCertificate(message.socket) }
  }
  return {
    address: forwardedAddress(message.headers['x-forwarded-for'], socketAddress, proxies),
    ...(forwardedCertificate(message.headers['client-cert'], trusts) ??
      connectionCertificate(message.socket)),
  }
}

/** The nearest address that is no proxy of ours: everything left of it is the caller's own claim. */
const forwardedAddress = (
  header: string | string[] | undefined,
  socketAddress: string,
  proxies: AddressList,
): string => {
  const hops = [header ?? []].flat().join(',').split(',')
  let nearest = socketAddress
  for (const hop of hops.reverse()) {
    const address = addressOfHop(hop.trim())
    // What is no address names nobody, and whatever stands left of it is not vouched for either.
    if (address === null) return nearest
    nearest = address
    if (!proxies.includes(address)) return address
  }
  return nearest
}

/** Some proxies write the port as well: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const addressOfHop = (hop: string): string | null => {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
  const address = plainAddress(bare)
  return isIP(address) === 0 ? null : address
}

const forwardedCertificate = (
  header: string | string[] | undefined,
  trusts: TrustCertificate,
): Certificate | null => {
  if (typeof header !== 'string' || header.length > maxForwardedCertificateCharacters) return null
  // A structured-field byte sequence: base64 between colons (RFC 9440 § 2.1).
  const encoded = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(header.trim())?.[1]
  if (encoded === undefined) return null
  const der = Buffer.from(encoded, 'base64')
  return { thumbprint: thumbprintOf(der), certificateTrusted: trusts(der) }
}

const connectionCertificate = (socket: Socket): Certificate => {
  if (!(socket instanceof TLSSocket)) return none
  const known = ofConnection.get(socket)
  if (known) return known
  const raw = socket.getPeerCertificate().raw as Buffer | undefined
  const certificate = raw ? { thumbprint: thumbprintOf(raw), certificateTrusted: socket.authorized } : none
  ofConnection.set(socket, certificate)
  return certificate
}

const thumbprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex')
