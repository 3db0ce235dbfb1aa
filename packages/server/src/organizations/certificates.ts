import { X509Certificate } from 'node:crypto'
import type pg from 'pg'
import { rfc3339 } from '../core/index.ts'
import { inTransaction, type Vault } from '../storage/index.ts'
import { announceChange } from './announce.ts'
import { SettingsError } from './application-settings.ts'
import { type OrganizationDependencies, showApplication } from './applications.ts'
import { createInstallationSecrets } from './installation-secrets.ts'
import {
  type Authority,
  ensureAuthority,
  ensureServerCertificate,
  InvalidCertificateRequest,
  issueClientCertificate,
  signCertificateRequest,
} from './pki/index.ts'

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

/** The certificate of the production listener: made on first start, renewed before it expires. */
export const openServerCertificate = async (
  authority: Authority,
  names: string[],
  dependencies: CertificateDependencies,
): Promise<{ certificatePem: string; privateKeyPem: string }> => {
  const secrets = secretsOf(dependencies)
  const kept = await secrets.read('server_certificate')
  const current = kept === undefined ? undefined : JSON.parse(kept)
  const certificate = await ensureServerCertificate(current, authority, { ...dependencies, names })
  if (certificate !== current) await secrets.replace('server_certificate', JSON.stringify(certificate))
  return certificate
}

/** Issues a client certificate and registers its thumbprint: from a CSR, or with a key made here. */
export const issueCertificate = async (
  applicationId: string,
  csr: string | null,
  dependencies: CertificateDependencies,
): Promise<ClientCertificate> => {
  const application = await showApplication(applicationId, dependencies)
  const authority = await openAuthority(dependencies)
  const subject = { commonName: applicationId }
  const issued = await (csr === null
    ? issueClientCertificate(authority, { ...dependencies, ...subject })
    : signCertificateRequest(authority, csr, { ...dependencies, ...subject })
  ).catch((error) => {
    throw error instanceof InvalidCertificateRequest ? new SettingsError(error.message) : error
  })
  await registerCertificate(
    dependencies,
    application.application_id,
    issued.certificatePem,
    issued.thumbprint,
  )
  return {
    application_id: applicationId,
    certificate: issued.certificatePem,
    ...('privateKeyPem' in issued && { private_key: issued.privateKeyPem as string }),
    ca: authority.certificatePem,
    thumbprint: issued.thumbprint,
    not_after: rfc3339(issued.expiresAt.getTime()),
  }
}

const registerCertificate = (
  { pool, clock }: OrganizationDependencies,
  applicationId: string,
  certificatePem: string,
  thumbprint: string,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const certificate = new X509Certificate(certificatePem)
    await client.query(
      `insert into client_certificates (application_id, thumbprint, subject, not_after, created_at)
       values ($1, $2, $3, $4, $5)`,
      [applicationId, thumbprint, certificate.subject, certificate.validToDate, new Date(clock.now())],
    )
    await announceChange(client, applicationId)
  })

/** Ends a certificate; calls with it answer `certificate_mismatch` from then on. */
export const revokeCertificate = (
  applicationId: string,
  thumbprint: string,
  { pool, clock }: OrganizationDependencies,
): Promise<void> =>
  inTransaction(pool, async (client: pg.PoolClient) => {
    const { rowCount } = await client.query(
      `update client_certificates set revoked_at = $3
       where application_id = $1 and thumbprint = $2 and revoked_at is null`,
      [applicationId, thumbprint.toLowerCase().replaceAll(':', ''), new Date(clock.now())],
    )
    if (rowCount === 0) {
      throw new SettingsError(
        `${applicationId} has no such certificate in force; see nani applications show.`,
      )
    }
    await announceChange(client, applicationId)
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
