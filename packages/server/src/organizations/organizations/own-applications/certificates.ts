import { certificate, certificateOrder, issuedCertificate } from '@nani/contract/console'
import { memberRoles, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import Type from 'typebox'
import { homePoolOf, listOf, pageInput, readPage } from '../../../gateway/acts/index.ts'
import { certify, openAuthority, registerCertificate } from '../certificates.ts'
import { lockOwnApplication, readOwnApplication, requireOwnApplication } from './application-object.ts'
import { applicationAct, applicationReading } from './needs.ts'
import {
  reportToAdministrators,
  requireFactorForProduction,
  requireRightOnCredentials,
} from './production-rules.ts'
import { ownApplicationInput } from './read-applications.ts'

const closed = { additionalProperties: false }
const holders = ['owner', 'administrator', 'developer'] as const
const path = '/organizations/{organization_id}/applications/{application_id}/certificates' as const

type Row = { thumbprint: string; subject: string; created_at: Date; not_after: Date; revoked_at: Date | null }
const selection = `select thumbprint, subject, created_at, not_after, revoked_at from client_certificates
  where application_id = $1 and`

const certificateOf = (row: Row) => ({
  object: 'certificate' as const,
  ...{ thumbprint: row.thumbprint, subject: row.subject },
  created_at: rfc3339(row.created_at.getTime()),
  not_after: rfc3339(row.not_after.getTime()),
  revoked_at: row.revoked_at && rfc3339(row.revoked_at.getTime()),
})

export const listOwnCertificates = applicationReading({
  name: 'certificates.list_own',
  sentence: { en: 'Lists the certificates', fr: 'Liste les certificats' },
  actors: { member: memberRoles },
  routes: { member: `GET ${path}` },
  input: Type.Object({ ...ownApplicationInput, ...pageInput }, closed),
  output: listOf(certificate),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, needs: { cursors } }) {
    await requireOwnApplication(pool, input)
    return readPage(
      { name: 'certificates', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<Row>(
            `${selection} thumbprint > $2 order by thumbprint limit $3`,
            [input.application_id, after?.[0] ?? '', limit],
          )
          return rows
        },
        positionOf: (row) => [row.thumbprint],
        itemOf: certificateOf,
      },
    )
  },
})

/** Issues a certificate for the key of a signing request. The private key never leaves its owner. */
export const issueOwnCertificate = applicationAct({
  name: 'certificates.issue_own',
  sentence: { en: 'Issues a certificate', fr: 'Émet un certificat' },
  actors: { member: holders },
  routes: { member: `POST ${path}` },
  stepUp: true,
  answers: 201,
  input: Type.Object({ ...ownApplicationInput, ...certificateOrder.properties }, closed),
  output: issuedCertificate,
  refusals: [
    ...(['value_invalid', 'application_not_found', 'certificate_request_invalid'] as const),
    ...(['not_permitted', 'second_factor_required'] as const),
  ],
  async prepare({ actor, input, needs }) {
    const application = await readOwnApplication(needs.pool, input)
    requireRightOnCredentials(actor, application)
    const authority = await openAuthority({ ...needs, pool: homePoolOf(needs) })
    const issued = await certify(authority, input.application_id, input.csr, needs).catch((error) => {
      if (!(error instanceof Refusal)) throw error
      throw new Refusal(error.code, error.message, { context: { field: 'csr' } })
    })
    return { issued, ca: authority.certificatePem }
  },
  async perform({ client, actor, input, needs, prepared: { issued, ca } }) {
    const { organization_id: organizationId, application_id } = input
    const application = await lockOwnApplication(client, input)
    requireRightOnCredentials(actor, application)
    requireFactorForProduction(actor, application)
    const registered = {
      ...{ application_id, certificate: issued.certificatePem, ca, thumbprint: issued.thumbprint },
      not_after: rfc3339(issued.expiresAt.getTime()),
    }
    await registerCertificate(client, registered, needs)
    if (application.environment === 'production')
      await reportToAdministrators(
        client,
        { organizationId, application: application_id, what: 'certificate' },
        needs,
      )
    const { rows } = await client.query<Row>(`${selection} thumbprint = $2`, [
      application_id,
      issued.thumbprint,
    ])
    return {
      result: { ...certificateOf(rows[0] as Row), certificate: registered.certificate, ca },
      entry: {
        subject: application_id,
        after: { thumbprint: issued.thumbprint, not_after: registered.not_after },
      },
      afterCommit: () => needs.mail.wake(),
    }
  },
})

export const revokeOwnCertificate = applicationAct({
  name: 'certificates.revoke_own',
  sentence: { en: 'Revokes a certificate', fr: 'Révoque un certificat' },
  actors: { member: holders },
  routes: { member: `DELETE ${path}/{thumbprint}` },
  stepUp: true,
  answers: 204,
  input: Type.Object({ ...ownApplicationInput, thumbprint: Type.String({ maxLength: 200 }) }, closed),
  output: Type.Null(),
  refusals: ['application_not_found', 'certificate_not_found', 'not_permitted', 'second_factor_required'],
  async perform({ client, actor, input, needs, nowMs }) {
    const { organization_id: organizationId, application_id } = input
    const application = await lockOwnApplication(client, input)
    requireRightOnCredentials(actor, application)
    requireFactorForProduction(actor, application)
    const thumbprint = input.thumbprint.toLowerCase().replaceAll(':', '')
    const { rowCount } = await client.query(
      `update client_certificates set revoked_at = $3
       where application_id = $1 and thumbprint = $2 and revoked_at is null`,
      [application_id, thumbprint, new Date(nowMs)],
    )
    if (rowCount === 0) throw new Refusal('certificate_not_found', 'There is no such valid certificate.')
    await announceChange(client, application_id)
    if (application.environment === 'production')
      await reportToAdministrators(
        client,
        { organizationId, application: application_id, what: 'certificate' },
        needs,
      )
    return {
      result: null,
      entry: { subject: application_id, after: { thumbprint, revoked_at: rfc3339(nowMs) } },
      afterCommit: () => needs.mail.wake(),
    }
  },
})
