import type { FastifyRequest } from 'fastify'
import {
  type CitizenConsent,
  type ConsentAct,
  type ConsentDependencies,
  declineConsent,
  listCitizenConsents,
  listCitizenUses,
  revokeConsent,
} from '../../consents/index.ts'
import { OperatorError, rfc3339 } from '../../core/index.ts'
import type { CitizenRoutes } from '../api.ts'
import { CitizenError } from '../api-error.ts'

/** The credit consents of the citizen with their uses. The citizen declines a request, and revokes a consent. */
export const consentRoutes =
  (consents: ConsentDependencies): CitizenRoutes =>
  (app, api) => {
    app.get('/consents', async (request) => {
      const { actor, environment } = api.sessionOf(request)
      const [listed, uses] = await Promise.all([
        listCitizenConsents(actor, { environment }, consents),
        listCitizenUses(actor, { environment, limit: 500 }, consents),
      ])
      const usesOf = Map.groupBy(uses, ({ consent_id }) => consent_id)
      const shown = ({ consent, ...one }: CitizenConsent) => ({
        ...one,
        consent,
        uses: (usesOf.get(consent?.consent_id ?? '') ?? []).map(({ used_at }) => ({
          at: rfc3339(used_at.getTime()),
        })),
      })
      return { consents: listed.map(shown) }
    })

    const perform = async (act: ConsentAct, request: FastifyRequest) => {
      const { actor, environment } = api.sessionOf(request)
      const { id } = request.params as { id: string }
      try {
        const { status } = await act(actor, { id, environment }, consents)
        return { status }
      } catch (error) {
        throw citizenErrorOf(error)
      }
    }
    app.post('/consents/:id/decline', (request) => perform(declineConsent, request))
    app.post('/consents/:id/revoke', (request) => perform(revokeConsent, request))
  }

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
