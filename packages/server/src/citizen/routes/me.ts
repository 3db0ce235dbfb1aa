import Type from 'typebox'
import type { CitizenRoutes } from '../api.ts'
import { bodyOf } from '../json-body.ts'

const settings = bodyOf(Type.Object({ notify_accesses: Type.Boolean() }))

/** The citizen of the session, and the settings. */
export const meRoutes: CitizenRoutes = (app, api) => {
  const { devices } = api
  app.get('/me', async (request) => {
    const { citizen, environment, device } = api.sessionOf(request)
    return { environment, device, settings: await devices.readSettings(citizen) }
  })
  app.patch('/me', async (request) => {
    const { citizen } = api.sessionOf(request)
    const changed = { notify_accesses: settings(request).notify_accesses }
    await devices.writeSettings(citizen, changed)
    return { settings: changed }
  })
}
