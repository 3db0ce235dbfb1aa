import { X509Certificate as NodeCertificate } from 'node:crypto'
import { isIP } from 'node:net'
import { dayMs } from '@nani/foundation/core/index.ts'
import type { Authority } from './authority.ts'
import {
  distinguishedName,
  generateKeyPair,
  type IssuingContext,
  type KeyPair,
  privateKeyFromPem,
  privateKeyToPem,
  serialNumber,
  signature,
  validity,
} from './certificate.ts'
import { verifiedPublicKey } from './certificate-request.ts'
import { loadX509 } from './load-x509.ts'
import { thumbprint } from './thumbprint.ts'
import type * as X509 from './x509.ts'

const lifetimeMs = 365 * dayMs
const renewalMs = 30 * dayMs
const localNames = ['localhost', '127.0.0.1', '::1']

export type IssuedCertificate = {
  certificatePem: string
  /** Lower-case hex SHA-256 of the certificate's DER bytes. */
  thumbprint: string
  serialNumber: string
  expiresAt: Date
}

type WithKey = { privateKeyPem: string }
type Subject = { commonName: string; organization?: string }

/** A certificate with a new key for the server: for the names of this machine, and others if given. */
export const issueServerCertificate = async (
  authority: Authority,
  options: IssuingContext & { names?: string[] },
): Promise<IssuedCertificate & WithKey> => {
  const x509 = await loadX509()
  const keys = await generateKeyPair()
  const names = namesOf(options.names).map(
    (name) => ({ type: isIP(name) ? 'ip' : 'dns', value: name }) as const,
  )
  const issued = await issue(authority, options, {
    publicKey: keys.publicKey,
    commonName: 'localhost',
    extensions: [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names),
    ],
  })
  return withKey(issued, keys)
}

/**
 * The current certificate if it is usable. Otherwise a new one: near expiry, for other names, or from another
 * authority.
 */
export const ensureServerCertificate = async (
  current: { certificatePem: string; privateKeyPem: string } | undefined,
  authority: Authority,
  options: IssuingContext & { names?: string[] },
): Promise<{ certificatePem: string; privateKeyPem: string }> => {
  if (current && serverCertificateServes(current.certificatePem, authority, options)) return current
  return issueServerCertificate(authority, options)
}

/** A client certificate for mTLS with a new key, which is stored nowhere else. Valid for one year. */
export const issueClientCertificate = async (
  authority: Authority,
  options: IssuingContext & Subject,
): Promise<IssuedCertificate & WithKey> => {
  const keys = await generateKeyPair()
  return withKey(await issueForClient(authority, keys.publicKey, options), keys)
}

/**
 * A client certificate for the key of a certificate signing request. The issuer chooses names and usage. Other parts
 * of the request are ignored.
 * @throws {InvalidCertificateRequest}
 */
export const signCertificateRequest = async (
  authority: Authority,
  csrPem: string,
  options: IssuingContext & Subject,
): Promise<IssuedCertificate> => issueForClient(authority, await verifiedPublicKey(csrPem), options)

const issueForClient = async (
  authority: Authority,
  publicKey: X509.PublicKeyType,
  options: IssuingContext & Subject,
) => {
  const { ExtendedKeyUsage, ExtendedKeyUsageExtension } = await loadX509()
  return issue(authority, options, {
    publicKey,
    ...options,
    extensions: [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])],
  })
}

type CertificateContent = Subject & { publicKey: X509.PublicKeyType; extensions: X509.Extension[] }

const issue = async (
  authority: Authority,
  context: IssuingContext,
  { publicKey, commonName, organization, extensions }: CertificateContent,
): Promise<IssuedCertificate> => {
  const x509 = await loadX509()
  const issuer = new x509.X509Certificate(authority.certificatePem)
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(context.random),
    subject: distinguishedName(commonName, organization),
    issuer: issuer.subjectName,
    // No certificate is valid longer than the authority.
    ...validity(context, lifetimeMs, issuer.notAfter.getTime()),
    signingAlgorithm: signature,
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

const withKey = (issued: IssuedCertificate, keys: KeyPair): IssuedCertificate & WithKey => ({
  ...issued,
  privateKeyPem: privateKeyToPem(keys.privateKey),
})

/** Whether it is valid for more than 30 days, from this authority, and for these names. */
export const serverCertificateServes = (
  certificatePem: string,
  authority: Authority,
  { clock, names }: IssuingContext & { names?: string[] },
): boolean => {
  const certificate = new NodeCertificate(certificatePem)
  const issuer = new NodeCertificate(authority.certificatePem)
  return (
    certificate.validToDate.getTime() - clock.now() > renewalMs &&
    certificate.verify(issuer.publicKey) &&
    namesOf(names).every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)))
  )
}

const namesOf = (extra: string[] = []) => [...new Set([...localNames, ...extra])]
