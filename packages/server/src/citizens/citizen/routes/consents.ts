import { OperatorError, rfc3339 } from '@nani/foundation/core/index.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { logoFile } from '../../../services/sign-in/index.ts'
import {
  approveOnDevice,
  type ConsentAct,
  type ConsentDependencies,
  type DecidedConsent,
  declineConsent,
  listCitizenUses,
  listConsentsOnDevice,
  revokeConsent,
} from '../../consents/index.ts'
import type { CitizenRoutes } from '../api.ts'
import { CitizenError } from '../api-error.ts'
import { bodyOf } from '../json-body.ts'
import { signatureFields, signatureOf } from '../signature-field.ts'

const signed = bodyOf(Type.Object(signatureFields))

/** The credit consents of the citizen with their uses. The citizen answers a request, and revokes a consent. */
export const consentRoutes =
  (consents: ConsentDependencies): CitizenRoutes =>
  (app, api) => {
    const onDevice = { consents, devices: api.devices }
    const here = () => ({ origin: api.origin() })

    app.get('/consents', async (request) => {
      const session = api.sessionOf(request)
      const { actor, environment } = session
      const [listed, uses] = await Promise.all([
        listConsentsOnDevice(session, here(), onDevice),
        listCitizenUses(actor, { environment, limit: 500 }, consents),
      ])
      const usesOf = Map.groupBy(uses, ({ consent_id }) => consent_id)
      return {
        consents: listed.map(({ logo_hash, ...one }) => ({
          ...one,
          logo: logoFile(one.application_id, logo_hash),
          uses: (usesOf.get(one.consent?.consent_id ?? '') ?? []).map(({ used_at }) => ({
            at: rfc3339(used_at.getTime()),
          })),
        })),
      }
    })

    const answer = async (act: () => Promise<DecidedConsent>) => {
      try {
        const { status } = await act()
        return { status }
      } catch (error) {
        throw citizenErrorOf(error)
      }
    }
    const perform = (act: ConsentAct, request: FastifyRequest) => {
      const { actor, environment } = api.sessionOf(request)
      return answer(() => act(actor, { id: idOf(request), environment }, consents))
    }
    app.post('/consents/:id/decline', (request) => perform(declineConsent, request))
    app.post('/consents/:id/revoke', (request) => perform(revokeConsent, request))
    app.post('/consents/:id/approve', (request) => {
      const approving = { id: idOf(request), signature: signatureOf(signed(request)), app: here() }
      return answer(() => approveOnDevice(api.sessionOf(request), approving, onDevice))
    })
  }

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id

const citizenErrorOf = (error: unknown): unknown => {
  if (!(error instanceof OperatorError)) return error
  switch (error.code) {
    case 'consent_not_found':
      return new CitizenError('not_found')
    case 'consent_not_pending':
    case 'consent_not_valid':
      return new CitizenError('consent_ended')
    default:
      return error
  }
}
