import { createPublicKey, type KeyObject } from 'node:crypto'
import { loadX509 } from './load-x509.ts'
import type * as x509 from './x509.ts'

const limitBytes = 16_384
const pem =
  /^\s*-----BEGIN (NEW )?CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]+)-----END \1?CERTIFICATE REQUEST-----\s*$/
const curves = ['prime256v1', 'secp384r1']
const rsaBits = { least: 2048, most: 8192 }
const hashes = ['SHA-256', 'SHA-384', 'SHA-512']

/** The certificate signing request cannot be accepted. The message gives the reason to its sender. */
export class InvalidCertificateRequest extends Error {
  override readonly name = 'InvalidCertificateRequest'
}

/**
 * The public key of a PKCS #10 request whose sender has proven to hold the private one. No other part of the request
 * is used: the issuer chooses names and extensions of a certificate.
 */
export const verifiedPublicKey = async (csrPem: string): Promise<x509.PublicKey> => {
  const request = await parse(csrPem)
  const complaint = complaintAbout(request)
  if (complaint) throw new InvalidCertificateRequest(complaint)
  // The library throws for a signature in an invalid form, which is handled like any invalid one.
  const verified = await request.verify().catch(() => false)
  if (!verified)
    throw new InvalidCertificateRequest(
      'The signature of the certificate request does not match its public key.',
    )
  return request.publicKey
}

const parse = async (csrPem: string): Promise<x509.Pkcs10CertificateRequest> => {
  if (Buffer.byteLength(csrPem) > limitBytes)
    throw new InvalidCertificateRequest(`The certificate request is larger than ${limitBytes} bytes.`)
  const body = pem.exec(csrPem)?.[2]
  if (!body)
    throw new InvalidCertificateRequest(
      'Expected one PEM block that begins -----BEGIN CERTIFICATE REQUEST-----.',
    )
  const { Pkcs10CertificateRequest } = await loadX509()
  try {
    return new Pkcs10CertificateRequest(Buffer.from(body, 'base64'))
  } catch {
    throw new InvalidCertificateRequest('The PEM block does not contain a PKCS #10 certificate request.')
  }
}

const complaintAbout = (request: x509.Pkcs10CertificateRequest): string | undefined => {
  try {
    const key = createPublicKey({ key: Buffer.from(request.publicKey.rawData), format: 'der', type: 'spki' })
    if (!isAcceptedKey(key)) return 'The key must be RSA of 2048 to 8192 bits, or EC on P-256 or P-384.'
    if (!hashes.includes(request.signatureAlgorithm.hash?.name ?? ''))
      return 'The certificate request must be signed with SHA-256, SHA-384 or SHA-512.'
    return undefined
  } catch {
    return 'The certificate request contains no readable key.'
  }
}

const isAcceptedKey = ({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): boolean => {
  if (asymmetricKeyType === 'ec') return curves.includes(details?.namedCurve ?? '')
  const bits = details?.modulusLength ?? 0
  return (
    asymmetricKeyType === 'rsa' &&
    bits >= rsaBits.least &&
    bits <= rsaBits.most &&
    (details?.publicExponent ?? 0n) >= 65_537n
  )
}
