import { base64Of } from '../../staff/base64.ts'

/* The few forms of DER that a signing request of PKCS #10 (RFC 2986) needs. */

const tags = {
  integer: 0x02,
  bitString: 0x03,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  attributes: 0xa0,
} as const
const commonName = [0x06, 0x03, 0x55, 0x04, 0x03]
const ecdsaWithSha256 = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
const shortLength = 0x80

const lengthOf = (length: number): number[] => {
  if (length < shortLength) return [length]
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
}

const encoded = (tag: number, ...parts: Iterable<number>[]): number[] => {
  const content = parts.flatMap((part) => [...part])
  return [tag, ...lengthOf(content.length), ...content]
}

/** An integer has no leading zeros, and one zero before a first bit that is set. */
const integer = (bytes: Uint8Array): number[] => {
  const first = bytes.findIndex((byte) => byte !== 0)
  const significant = first < 0 ? [0] : [...bytes.subarray(first)]
  return encoded(tags.integer, (significant[0] ?? 0) >= shortLength ? [0, ...significant] : significant)
}

const pem = (label: string, der: ArrayBuffer): string => {
  const lines = base64Of(der).match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

export type KeyWithRequest = { privateKey: string; request: string }

/** Makes a key of P-256 in the browser and the request for its certificate. Only the request is for the server. */
export const createCertificateRequest = async (name: string): Promise<KeyWithRequest> => {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey))
  const subject = encoded(
    tags.sequence,
    encoded(tags.set, encoded(tags.sequence, commonName, encoded(tags.utf8, new TextEncoder().encode(name)))),
  )
  const content = encoded(tags.sequence, [tags.integer, 1, 0], subject, publicKey, [tags.attributes, 0])
  const raw = new Uint8Array(
    await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, Uint8Array.from(content)),
  )
  const half = raw.length / 2
  const signature = encoded(tags.sequence, integer(raw.subarray(0, half)), integer(raw.subarray(half)))
  const request = encoded(
    tags.sequence,
    content,
    encoded(tags.sequence, ecdsaWithSha256),
    encoded(tags.bitString, [0], signature),
  )
  return {
    privateKey: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
    request: pem('CERTIFICATE REQUEST', Uint8Array.from(request).buffer),
  }
}
