import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { ListedDevice } from '../../citizen-devices/index.ts'
import type { CitizenRoutes } from '../api.ts'
import { bodyOf } from '../json-body.ts'

const settings = bodyOf(Type.Object({ notify_accesses: Type.Boolean() }))

const shown = ({ id, name, kind, createdAt }: ListedDevice) => ({
  id,
  name,
  kind,
  created_at: rfc3339(createdAt.getTime()),
})

/** The citizen of the session, the settings, and the devices. */
export const meRoutes: CitizenRoutes = (app, api) => {
  const { devices } = api

  app.get('/me', async (request) => {
    const session = api.sessionOf(request)
    const { unseen } = await devices.list(session)
    return {
      ...(await devices.describe(session)),
      environment: session.environment,
      device: session.device,
      settings: await devices.readSettings(session.citizen),
      notices: unseen.map((device) => ({ kind: 'device_enrolled', device: shown(device) })),
    }
  })

  app.patch('/me', async (request) => {
    const changed = { notify_accesses: settings(request).notify_accesses }
    await devices.writeSettings(api.sessionOf(request).citizen, changed)
    return { settings: changed }
  })

  app.put('/me/notices-seen', async (request) => {
    await devices.confirmNotices(api.sessionOf(request))
    return {}
  })

  app.get('/devices', async (request) => {
    const listed = await devices.list(api.sessionOf(request))
    return {
      devices: listed.devices.map((device) => ({
        ...shown(device),
        last_used_at: rfc3339(device.lastUsedAt.getTime()),
        this_device: device.isThis,
      })),
    }
  })

  app.delete('/devices/:id', async (request: FastifyRequest) => {
    await devices.revoke(api.sessionOf(request).citizen, (request.params as { id: string }).id)
    return {}
  })
}
