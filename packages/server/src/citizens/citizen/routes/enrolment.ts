import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { registrationOptions } from '../../citizen-devices/index.ts'
import type { CitizenRoutes } from '../api.ts'
import { CitizenError } from '../api-error.ts'
import { imageBytes, imageField } from '../image-field.ts'
import { bodyOf, textField } from '../json-body.ts'
import { sessionCookie } from '../session-cookie.ts'
import { keyField, keyOf } from '../signature-field.ts'
import { turnsOfSource } from '../source-turns.ts'

const started = bodyOf(Type.Object({ identifier: textField(64), language: Type.Optional(textField(16)) }))
/** People write a code with dashes and spaces. */
const coded = bodyOf(Type.Object({ code: textField(32) }))
const photographed = bodyOf(Type.Object({ image: imageField }))
const keyed = bodyOf(Type.Object({ name: textField(60), key: keyField }))

/** For one network. An enrolment has four requests, and a photograph may be repeated. */
const sourceBounds = { burst: 600, refillMs: 100 }

const timeOf = (time: Date) => rfc3339(time.getTime())
const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id

/** The enrolment of a device: identifier, code, face, key. */
export const enrolmentRoutes: CitizenRoutes = (app, api) => {
  const { devices } = api
  const onRequest = turnsOfSource(api, sourceBounds)
  /** What the device needs to create its key. */
  const keyStep = async (challenge: Buffer, citizen: Buffer) => {
    const user = { userId: citizen, userName: 'Nani' }
    const webauthn = await registrationOptions(challenge, user, { origin: api.origin() })
    return { challenge: challenge.toString('base64url'), ...(webauthn && { webauthn }) }
  }

  app.post('/enrolments', { onRequest }, async (request, reply) => {
    const { identifier, language = 'fr' } = started(request)
    const from = { address: api.addressOf(request), app: { origin: api.origin() } }
    const { expires_at, next_message_at, ...enrolment } = await devices.startEnrolment({
      ...{ identifier, language, ...from },
    })
    const times = { expires_at: timeOf(expires_at), next_message_at: timeOf(next_message_at) }
    return reply.code(201).send({ ...enrolment, ...times })
  })

  app.get('/enrolments/:id', { onRequest }, async (request) => {
    const { state, expires_at, challenge, citizen } = await devices.resumeEnrolment(idOf(request))
    const key = state === 'key' && challenge ? await keyStep(challenge, citizen) : {}
    return { next: state, expires_at: timeOf(expires_at), ...key }
  })

  app.post('/enrolments/:id/code', { onRequest }, async (request) => {
    if (!(await devices.checkCode(idOf(request), coded(request).code)))
      throw new CitizenError('invalid_request')
    return { next: 'face' }
  })

  app.register((photographs, _options, done) => {
    // Before the body is read, so that strangers send no photograph.
    photographs.addHook('onRequest', onRequest)
    photographs.addHook('onRequest', (request) => devices.requireFaceStep(idOf(request)))
    photographs.post('/enrolments/:id/face', { config: { image: true } }, async (request) => {
      const id = idOf(request)
      const { challenge, citizen } = await devices.checkFace(id, imageBytes(photographed(request).image))
      return { next: 'key', ...(await keyStep(challenge, citizen)) }
    })
    done()
  })

  app.post('/enrolments/:id/key', { onRequest }, async (request, reply) => {
    const { name, key } = keyed(request)
    const given = { name: name.trim() || 'Nani', key: keyOf(key) }
    const { secret, device, citizen } = await devices.enrol(idOf(request), given, { origin: api.origin() })
    reply.header('Set-Cookie', sessionCookie(secret, api.isTls()))
    return reply.code(201).send({ device, citizen })
  })
}
