import { X509Certificate } from 'node:crypto'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import { createInstallationSecrets, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { defineAct, homePoolOf } from '../../gateway/acts/index.ts'
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
import { applicationInput, readSummary } from './applications.ts'
import type { OrganizationDependencies } from './keys/issue-keys.ts'

export type CertificateDependencies = OrganizationDependencies & { authorityVault: Vault }

/** A certificate as its owner receives it. `private_key` is absent when it was issued from a CSR. */
const clientCertificate = Type.Object({
  application_id: Type.String(),
  certificate: Type.String(),
  private_key: Type.Optional(Type.String()),
  ca: Type.String(),
  thumbprint: Type.String(),
  not_after: Type.String(),
})
export type ClientCertificate = Static<typeof clientCertificate>

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
  const current = (await readServerCertificate(dependencies)) ?? undefined
  const certificate = await ensureServerCertificate(current, authority, { ...dependencies, names })
  if (certificate !== current)
    await secretsOf(dependencies).replace('server_certificate', JSON.stringify(certificate))
  return certificate
}

/** The stored certificate of the production port. Null before the first start. */
export const readServerCertificate = async (
  dependencies: CertificateDependencies,
): Promise<ServerCertificate | null> => {
  const kept = await secretsOf(dependencies).read('server_certificate')
  return kept === undefined ? null : JSON.parse(kept)
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

const maxRequestCharacters = 16_384

/** Issues a client certificate and registers its thumbprint: from a CSR, or, if `csr` is null, with a key made here. */
export const issueCertificate = defineAct({
  name: 'certificates.issue',
  sentence: { en: 'Issues a client certificate', fr: 'Délivre un certificat client' },
  actors: { operator: ['supervisor'], system: true },
  input: Type.Object(
    {
      ...applicationInput,
      csr: Type.Union([Type.String({ maxLength: maxRequestCharacters }), Type.Null()]),
    },
    { additionalProperties: false },
  ),
  output: clientCertificate,
  refusals: ['application_not_found', 'certificate_request_invalid'],
  async prepare({
    input: { application_id, csr },
    needs,
  }: {
    input: { application_id: string; csr: string | null }
    needs: CertificateDependencies
  }) {
    await readSummary(needs.pool, application_id)
    const authority = await openAuthority({ ...needs, pool: homePoolOf(needs) })
    const { privateKeyPem, ...issued } = await certify(authority, application_id, csr, needs)
    const certificate: ClientCertificate = {
      application_id,
      certificate: issued.certificatePem,
      ...(privateKeyPem !== undefined && { private_key: privateKeyPem }),
      ca: authority.certificatePem,
      thumbprint: issued.thumbprint,
      not_after: rfc3339(issued.expiresAt.getTime()),
    }
    return certificate
  },
  async perform({ client, needs, prepared: result }) {
    await registerCertificate(client, result, needs)
    const { application_id: subject, thumbprint, not_after } = result
    return { result, entry: { subject, after: { thumbprint, not_after } } }
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
    throw new Refusal('certificate_request_invalid', error.message)
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
export const revokeCertificate = defineAct({
  name: 'certificates.revoke',
  sentence: { en: 'Revokes a client certificate', fr: 'Révoque un certificat client' },
  actors: { operator: ['supervisor'] },
  input: Type.Object(
    { ...applicationInput, thumbprint: Type.String({ minLength: 1, maxLength: 200 }) },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  refusals: ['certificate_not_found'],
  async perform({ client, input: { application_id: applicationId, thumbprint: given }, nowMs }) {
    const thumbprint = given.toLowerCase().replaceAll(':', '')
    const revokedAt = new Date(nowMs)
    const { rowCount } = await client.query(
      `update client_certificates set revoked_at = $3
       where application_id = $1 and thumbprint = $2 and revoked_at is null`,
      [applicationId, thumbprint, revokedAt],
    )
    if (rowCount === 0) {
      throw new Refusal('certificate_not_found', `${applicationId} has no such valid certificate.`)
    }
    await announceChange(client, applicationId)
    const after = { thumbprint, revoked_at: rfc3339(revokedAt.getTime()) }
    return { result: null, entry: { subject: applicationId, after } }
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
