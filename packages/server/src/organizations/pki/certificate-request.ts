import { createPublicKey, type KeyObject } from 'node:crypto'
import * as x509 from './x509.ts'

const LIMIT_BYTES = 16_384
const PEM =
  /^\s*-----BEGIN (NEW )?CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]+)-----END \1?CERTIFICATE REQUEST-----\s*$/
const CURVES = ['prime256v1', 'secp384r1']
const RSA_BITS = { least: 2048, most: 8192 }
const HASHES = ['SHA-256', 'SHA-384', 'SHA-512']

/** The certificate signing request cannot be accepted; the message says why and is meant for its sender. */
export class InvalidCertificateRequest extends Error {
  override readonly name = 'InvalidCertificateRequest'
}

/**
 * The public key of a PKCS #10 request whose sender has proven to hold the private one. Nothing else
 * of the request is used: names and extensions in a certificate are the issuer's choice.
 */
export async function verifiedPublicKey(csrPem: string): Promise<x509.PublicKey> {
  const request = parse(csrPem)
  const complaint = complaintAbout(request)
  if (complaint) throw new InvalidCertificateRequest(complaint)
  // The library throws on a signature of the wrong form, which is as wrong as any other.
  const verified = await request.verify().catch(() => false)
  if (!verified)
    throw new InvalidCertificateRequest(
      'The signature of the certificate request does not match its public key.',
    )
  return request.publicKey
}

function parse(csrPem: string): x509.Pkcs10CertificateRequest {
  if (Buffer.byteLength(csrPem) > LIMIT_BYTES)
    throw new InvalidCertificateRequest(`The certificate request is larger than ${LIMIT_BYTES} bytes.`)
  const body = PEM.exec(csrPem)?.[2]
  if (!body)
    throw new InvalidCertificateRequest(
      'Expected one PEM block that begins -----BEGIN CERTIFICATE REQUEST-----.',
    )
  try {
    return new x509.Pkcs10CertificateRequest(Buffer.from(body, 'base64'))
  } catch {
    throw new InvalidCertificateRequest('The PEM block does not hold a PKCS #10 certificate request.')
  }
}

function complaintAbout(request: x509.Pkcs10CertificateRequest): string | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(request.publicKey.rawData), format: 'der', type: 'spki' })
    if (!isAcceptedKey(key)) return 'The key must be RSA of 2048 to 8192 bits, or EC on P-256 or P-384.'
    if (!HASHES.includes(request.signatureAlgorithm.hash?.name ?? ''))
      return 'The certificate request must be signed with SHA-256, SHA-384 or SHA-512.'
    return undefined
  } catch {
    return 'The certificate request holds no key that can be read.'
  }
}

function isAcceptedKey({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (asymmetricKeyType === 'ec') return CURVES.includes(details?.namedCurve ?? '')
  const bits = details?.modulusLength ?? 0
  return (
    asymmetricKeyType === 'rsa' &&
    bits >= RSA_BITS.least &&
    bits <= RSA_BITS.most &&
    (details?.publicExponent ?? 0n) >= 65_537n
  )
}
