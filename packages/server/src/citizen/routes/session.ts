import type { CitizenRoutes } from '../api.ts'
import { endedCookie } from '../session-cookie.ts'

/** The session of a device. */
export const sessionRoutes: CitizenRoutes = (app, api) => {
  app.delete('/session', async (request, reply) => {
    await api.devices.endSession(api.secretOf(request))
    reply.header('Set-Cookie', endedCookie(api.isTls()))
    return {}
  })
}
