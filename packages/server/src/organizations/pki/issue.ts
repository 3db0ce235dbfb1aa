import { X509Certificate as NodeCertificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Authority } from './authority.ts'
import {
  distinguishedName,
  generateKeyPair,
  type IssuingContext,
  type KeyPair,
  privateKeyFromPem,
  privateKeyToPem,
  SIGNATURE,
  serialNumber,
  validity,
} from './certificate.ts'
import { verifiedPublicKey } from './certificate-request.ts'
import { thumbprint } from './thumbprint.ts'
import * as x509 from './x509.ts'

const DAY_MS = 86_400_000
const LIFETIME_MS = 365 * DAY_MS
const RENEWAL_MS = 30 * DAY_MS
const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1']

export type IssuedCertificate = {
  certificatePem: string
  /** Lower-case hex SHA-256 of the certificate's DER bytes. */
  thumbprint: string
  serialNumber: string
  expiresAt: Date
}

type WithKey = { privateKeyPem: string }
type Subject = { commonName: string; organization?: string }

/** A certificate with a fresh key for the listener: for this machine's own names, and more if given. */
export async function issueServerCertificate(
  authority: Authority,
  options: IssuingContext & { names?: string[] },
): Promise<IssuedCertificate & WithKey> {
  const keys = await generateKeyPair()
  const names = namesOf(options.names).map(
    (name) => ({ type: isIP(name) ? 'ip' : 'dns', value: name }) as const,
  )
  const issued = await issue(authority, keys.publicKey, { commonName: 'localhost' }, options, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(names),
  ])
  return withKey(issued, keys)
}

/** The current certificate as long as it serves, else a new one: near expiry, for other names, from another authority. */
export async function ensureServerCertificate(
  current: { certificatePem: string; privateKeyPem: string } | undefined,
  authority: Authority,
  options: IssuingContext & { names?: string[] },
): Promise<{ certificatePem: string; privateKeyPem: string }> {
  if (current && stillServes(current.certificatePem, authority, options)) return current
  return issueServerCertificate(authority, options)
}

/** A client certificate for mTLS with a fresh key, which exists nowhere else. Valid one year. */
export async function issueClientCertificate(
  authority: Authority,
  options: IssuingContext & Subject,
): Promise<IssuedCertificate & WithKey> {
  const keys = await generateKeyPair()
  return withKey(await issueForClient(authority, keys.publicKey, options), keys)
}

/**
 * A client certificate for the key of a certificate signing request. Names and usage are ours; what the
 * request asks beyond its key is left out.
 * @throws {InvalidCertificateRequest}
 */
export async function signCertificateRequest(
  authority: Authority,
  csrPem: string,
  options: IssuingContext & Subject,
): Promise<IssuedCertificate> {
  return issueForClient(authority, await verifiedPublicKey(csrPem), options)
}

function issueForClient(
  authority: Authority,
  publicKey: x509.PublicKeyType,
  options: IssuingContext & Subject,
) {
  return issue(authority, publicKey, options, options, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
  ])
}

async function issue(
  authority: Authority,
  publicKey: x509.PublicKeyType,
  { commonName, organization }: Subject,
  context: IssuingContext,
  extensions: x509.Extension[],
): Promise<IssuedCertificate> {
  const issuer = new x509.X509Certificate(authority.certificatePem)
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(context.random),
    subject: distinguishedName(commonName, organization),
    issuer: issuer.subjectName,
    // Nothing that the authority signs outlives it.
    ...validity(context, LIFETIME_MS, issuer.notAfter.getTime()),
    signingAlgorithm: SIGNATURE,
    signingKey: await privateKeyFromPem(authority.privateKeyPem),
    publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ...extensions,
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  const certificatePem = `${certificate.toString('pem')}\n`
  return {
    certificatePem,
    thumbprint: thumbprint(certificatePem),
    serialNumber: certificate.serialNumber,
    expiresAt: certificate.notAfter,
  }
}

function withKey(issued: IssuedCertificate, keys: KeyPair): IssuedCertificate & WithKey {
  return { ...issued, privateKeyPem: privateKeyToPem(keys.privateKey) }
}

function stillServes(
  certificatePem: string,
  authority: Authority,
  { clock, names }: IssuingContext & { names?: string[] },
): boolean {
  const certificate = new NodeCertificate(certificatePem)
  const issuer = new NodeCertificate(authority.certificatePem)
  return (
    certificate.validToDate.getTime() - clock.now() > RENEWAL_MS &&
    certificate.verify(issuer.publicKey) &&
    namesOf(names).every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)))
  )
}

const namesOf = (extra: string[] = []) => [...new Set([...LOCAL_NAMES, ...extra])]
