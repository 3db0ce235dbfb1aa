import { X509Certificate } from 'node:crypto'
import type pg from 'pg'
import { changeCase, useCase } from '../audit/index.ts'
import { OperatorError, rfc3339 } from '../core/index.ts'
import {
  type Authority,
  ensureAuthority,
  ensureServerCertificate,
  InvalidCertificateRequest,
  type IssuedCertificate,
  issueClientCertificate,
  serverCertificateServes,
  signCertificateRequest,
} from '../pki/index.ts'
import { announceChange } from '../platform/index.ts'
import { createInstallationSecrets, inTransaction, type Vault } from '../storage/index.ts'
import { type OrganizationDependencies, readSummary } from './applications.ts'

export type CertificateDependencies = OrganizationDependencies & { authorityVault: Vault }

/** A certificate as its owner receives it. `private_key` is absent when it was issued from a CSR. */
export type ClientCertificate = {
  application_id: string
  certificate: string
  private_key?: string
  ca: string
  thumbprint: string
  not_after: string
}

const secretsOf = ({ pool, authorityVault, clock }: CertificateDependencies) =>
  createInstallationSecrets(pool, authorityVault, clock)

/** The authority that all processes of this database share. */
export const openAuthority = (dependencies: CertificateDependencies): Promise<Authority> => {
  const secrets = secretsOf(dependencies)
  return ensureAuthority(
    {
      load: async () => {
        const kept = await secrets.read('authority')
        return kept === undefined ? undefined : (JSON.parse(kept) as Authority)
      },
      saveFirst: async (authority) =>
        JSON.parse(await secrets.keepFirst('authority', JSON.stringify(authority))) as Authority,
    },
    dependencies,
  )
}

export type ServerCertificate = { certificatePem: string; privateKeyPem: string }

/** The certificate of the production listener: made on first start, renewed 30 days before it expires. */
export const openServerCertificate = async (
  authority: Authority,
  names: string[],
  dependencies: CertificateDependencies,
): Promise<ServerCertificate> => {
  const secrets = secretsOf(dependencies)
  const kept = await secrets.read('server_certificate')
  const current = kept === undefined ? undefined : JSON.parse(kept)
  const certificate = await ensureServerCertificate(current, authority, { ...dependencies, names })
  if (certificate !== current) await secrets.replace('server_certificate', JSON.stringify(certificate))
  return certificate
}

/**
 * The certificate that takes the place of the one in use; null while that one serves. Another process may have
 * renewed it already: then both use the same.
 */
export const renewServerCertificate = async (
  inUse: ServerCertificate,
  authority: Authority,
  names: string[],
  dependencies: CertificateDependencies,
): Promise<ServerCertificate | null> =>
  serverCertificateServes(inUse.certificatePem, authority, { ...dependencies, names })
    ? null
    : openServerCertificate(authority, names, dependencies)

/** The order of a certificate: from a signing request, or, if `csr` is null, with a new key. */
export type CertificateOrder = { applicationId: string; csr: string | null }
export type Revocation = { applicationId: string; thumbprint: string }

/** Issues a client certificate and registers its thumbprint: from a CSR, or with a key made here. */
export const issueCertificate = useCase({
  action: 'certificates.issue',
  permission: { operator: ['supervisor'], system: true },
  async perform({ applicationId, csr }: CertificateOrder, platform: CertificateDependencies, record) {
    await readSummary(platform.pool, applicationId)
    const authority = await openAuthority(platform)
    const { privateKeyPem, ...issued } = await certify(authority, applicationId, csr, platform)
    const result: ClientCertificate = {
      application_id: applicationId,
      certificate: issued.certificatePem,
      ...(privateKeyPem !== undefined && { private_key: privateKeyPem }),
      ca: authority.certificatePem,
      thumbprint: issued.thumbprint,
      not_after: rfc3339(issued.expiresAt.getTime()),
    }
    return inTransaction(platform.pool, async (client) => {
      await registerCertificate(client, result, platform)
      const { thumbprint, not_after } = result
      return record(client, { subject: applicationId, after: { thumbprint, not_after } }, result)
    })
  },
})

/** A certificate for the key of the signing request, or with a new key. */
export const certify = async (
  authority: Authority,
  applicationId: string,
  csr: string | null,
  { clock, random }: CertificateDependencies,
): Promise<IssuedCertificate & { privateKeyPem?: string }> => {
  const options = { clock, random, commonName: applicationId }
  if (csr === null) return issueClientCertificate(authority, options)
  return signCertificateRequest(authority, csr, options).catch((error) => {
    if (!(error instanceof InvalidCertificateRequest)) throw error
    throw new OperatorError('certificate_request_invalid', error.message)
  })
}

export const registerCertificate = async (
  client: pg.PoolClient,
  { application_id, certificate: pem, thumbprint }: ClientCertificate,
  { clock }: OrganizationDependencies,
): Promise<void> => {
  const { subject, validToDate } = new X509Certificate(pem)
  await client.query(
    `insert into client_certificates (application_id, thumbprint, subject, not_after, created_at)
     values ($1, $2, $3, $4, $5)`,
    [application_id, thumbprint, subject, validToDate, new Date(clock.now())],
  )
  await announceChange(client, application_id)
}

/** Ends a certificate; calls with it answer `certificate_mismatch` from then on. */
export const revokeCertificate = changeCase({
  action: 'certificates.revoke',
  permission: { operator: ['supervisor'] },
  async change(
    client,
    { applicationId, thumbprint: given }: Revocation,
    { clock }: OrganizationDependencies,
  ) {
    const thumbprint = given.toLowerCase().replaceAll(':', '')
    const revokedAt = new Date(clock.now())
    const { rowCount } = await client.query(
      `update client_certificates set revoked_at = $3
       where application_id = $1 and thumbprint = $2 and revoked_at is null`,
      [applicationId, thumbprint, revokedAt],
    )
    if (rowCount === 0) {
      throw new OperatorError('certificate_not_found', `${applicationId} has no such valid certificate.`)
    }
    await announceChange(client, applicationId)
    const after = { thumbprint, revoked_at: rfc3339(revokedAt.getTime()) }
    return { result: undefined, entry: { subject: applicationId, after } }
  },
})

/** Whether a certificate that a proxy forwarded is one of ours and in its validity. */
export const trustsCertificate =
  (authority: Authority, { clock }: Pick<OrganizationDependencies, 'clock'>) =>
  (der: Buffer): boolean => {
    try {
      const certificate = new X509Certificate(der)
      const nowMs = clock.now()
      return (
        certificate.verify(new X509Certificate(authority.certificatePem).publicKey) &&
        certificate.validFromDate.getTime() <= nowMs &&
        nowMs < certificate.validToDate.getTime()
      )
    } catch {
      return false
    }
  }
