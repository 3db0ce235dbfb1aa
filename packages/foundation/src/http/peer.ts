import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type AddressList, plainAddress } from '../core/index.ts'

/** The caller at the other end of the connection, after configured proxies are taken into account. */
export type Peer = {
  address: string
  /** SHA-256 of the client certificate, or null without one. */
  thumbprint: string | null
  /** The certificate was issued by the installation's authority, and was valid when it was verified. */
  certificateTrusted: boolean
  /**
   * The end of a certificate that was verified when its connection opened. Null if it was verified for this request.
   */
  certificateExpiresAtMs: number | null
}

type Certificate = Pick<Peer, 'thumbprint' | 'certificateTrusted' | 'certificateExpiresAtMs'>

const none: Certificate = { thumbprint: null, certificateTrusted: false, certificateExpiresAtMs: null }
const ofConnection = new WeakMap<Socket, Certificate>()
const maxForwardedCertificateCharacters = 16_384

/**
 * Whether a forwarded certificate was issued by the installation's authority and is valid. The proxy has checked the
 * handshake, and this server checks the certificate again.
 */
export type TrustCertificate = (der: Buffer) => boolean

/**
 * The address and the certificate of the caller. `Client-Cert` (RFC 9440) and `X-Forwarded-For` count only if the
 * connection comes from a configured proxy. From others they are ignored.
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

/** The nearest address that is not a configured proxy. The caller controls all addresses to the left of it. */
const forwardedAddress = (
  header: string | string[] | undefined,
  socketAddress: string,
  proxies: AddressList,
): string => {
  const hops = [header ?? []].flat().join(',').split(',')
  let nearest = socketAddress
  for (const hop of hops.reverse()) {
    const address = addressOfHop(hop.trim())
    // An invalid address identifies no one, and addresses to the left of it cannot be trusted either.
    if (address === null) return nearest
    nearest = address
    if (!proxies.includes(address)) return address
  }
  return nearest
}

/** Some proxies include the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
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
  return { thumbprint: thumbprintOf(der), certificateTrusted: trusts(der), certificateExpiresAtMs: null }
}

const connectionCertificate = (socket: Socket): Certificate => {
  if (!(socket instanceof TLSSocket)) return none
  const known = ofConnection.get(socket)
  if (known) return known
  const presented = socket.getPeerX509Certificate()
  const certificate: Certificate = presented
    ? {
        thumbprint: thumbprintOf(presented.raw),
        certificateTrusted: socket.authorized,
        certificateExpiresAtMs: presented.validToDate.getTime(),
      }
    : none
  ofConnection.set(socket, certificate)
  return certificate
}

const thumbprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex')
