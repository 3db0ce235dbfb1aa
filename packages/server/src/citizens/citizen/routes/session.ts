import Type from 'typebox'
import type { CitizenRoutes } from '../api.ts'
import { bodyOf, textField } from '../json-body.ts'
import { endedCookie, sessionCookie } from '../session-cookie.ts'
import { base64urlField, signatureFields, signatureOf } from '../signature-field.ts'
import { turnsOfSource } from '../source-turns.ts'

const named = bodyOf(Type.Object({ device_id: textField(64) }))
const signed = bodyOf(
  Type.Object({ device_id: textField(64), challenge: base64urlField(200), ...signatureFields }),
)
const revoked = bodyOf(Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) }))

/** For one network. A device asks once in half a day. */
const sourceBounds = { burst: 120, refillMs: 1_000 }

/** The session of a device, and the revocation from a message. They need no session. */
export const sessionRoutes: CitizenRoutes = (app, api) => {
  const { devices } = api
  const requireTurn = turnsOfSource(api, sourceBounds)

  app.post('/session/challenge', { onRequest: requireTurn }, (request) =>
    devices.challenge(named(request).device_id, { origin: api.origin() }),
  )

  app.post('/session', { onRequest: requireTurn }, async (request, reply) => {
    const { device_id, challenge, ...body } = signed(request)
    const given = { challenge: Buffer.from(challenge, 'base64url'), signature: signatureOf(body) }
    const { secret, citizen } = await devices.signIn(device_id, given, { origin: api.origin() })
    reply.header('Set-Cookie', sessionCookie(secret, api.isTls()))
    return { citizen }
  })

  app.delete('/session', async (request, reply) => {
    await devices.endSession(api.secretOf(request))
    reply.header('Set-Cookie', endedCookie(api.isTls()))
    return {}
  })

  // Not GET: the secret stays out of addresses and logs.
  app.post('/revocations/device', { onRequest: requireTurn }, async (request) => ({
    device: await devices.findByMessage(revoked(request).token),
  }))

  app.post('/revocations', { onRequest: requireTurn }, async (request) => ({
    device: await devices.revokeByMessage(revoked(request).token),
  }))
}
