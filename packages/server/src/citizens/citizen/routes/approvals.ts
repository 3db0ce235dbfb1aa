import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Installation } from '../../../organizations/organizations/index.ts'
import { type Handle, readHandle, type SignIn } from '../../../services/sign-in/index.ts'
import type { CitizenRoutes } from '../api.ts'
import { CitizenError } from '../api-error.ts'
import { createChangeStreams } from '../change-streams.ts'
import { imageBytes, imageField } from '../image-field.ts'
import { bodyOf } from '../json-body.ts'
import { signatureFields, signatureOf } from '../signature-field.ts'

const shownNumber = Type.Integer({ minimum: 10, maximum: 99 })
const typed = bodyOf(Type.Object({ number: shownNumber }))
const decided = bodyOf(
  Type.Union([
    Type.Object({ decision: Type.Literal('deny') }),
    Type.Object({
      decision: Type.Literal('approve'),
      number: shownNumber,
      image: imageField,
      ...signatureFields,
    }),
  ]),
)

type Needs = {
  signIn: Pick<
    SignIn,
    'listApprovals' | 'findApprovals' | 'checkNumber' | 'approve' | 'decline' | 'report' | 'follow'
  >
  installation: Installation
}

/** How the app names the installation on the page of a request. `logo` is a file below /installation-logo. */
const shownInstallation = ({ name, logo, helpUrl, privacyUrl }: Installation) => ({
  ...{ name, logo: logo?.file ?? null, help_url: helpUrl, privacy_url: privacyUrl },
})

const handleOf = ({ params }: FastifyRequest): Handle => {
  const handle = readHandle((params as { id: string }).id)
  if (!handle) throw new CitizenError('approval_ended')
  return handle
}

/** The sign-ins that wait for the citizen, and the decision about each. */
export const approvalRoutes =
  ({ signIn, installation }: Needs): CitizenRoutes =>
  (app, api) => {
    const here = () => ({ origin: api.origin() })
    const streams = createChangeStreams(signIn)
    app.addHook('preClose', async () => streams.endAll())

    app.get('/approvals', async (request) => ({
      server_time: rfc3339(api.clock.now()),
      installation: shownInstallation(installation),
      ...(await signIn.listApprovals(api.sessionOf(request), here())),
    }))

    app.get('/approvals/events', (request, reply) =>
      streams.send(reply, api.sessionOf(request).citizen.toString('hex')),
    )

    app.post('/approvals/find', async (request) => ({
      server_time: rfc3339(api.clock.now()),
      ...(await signIn.findApprovals(api.sessionOf(request), typed(request).number, here())),
    }))

    app.post('/approvals/:id/number', async (request) => {
      const { number } = typed(request)
      await signIn.checkNumber(api.sessionOf(request), handleOf(request), number, api.factsOf(request))
      return { status: 'number_right' }
    })

    app.post('/approvals/:id/report', async (request) => ({
      status: 'reported',
      ended: await signIn.report(api.sessionOf(request), handleOf(request), api.factsOf(request)),
    }))

    app.post('/approvals/:id', { config: { image: true } }, async (request) => {
      const session = api.sessionOf(request)
      const body = decided(request)
      const facts = api.factsOf(request)
      if (body.decision === 'deny') {
        await signIn.decline(session, handleOf(request), facts)
        return { status: 'declined' }
      }
      const { number, image } = body
      const approving = { number, signature: signatureOf(body), image: imageBytes(image), app: here() }
      await signIn.approve(session, handleOf(request), approving, facts)
      return { status: 'approved' }
    })
  }
