import { citizenMe, noInput } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { defineReading } from '../../gateway/acts/index.ts'
import { actingCitizen } from './acting-citizen.ts'
import { readOwnCitizen, shownCitizen } from './describe-citizen.ts'
import type { DeviceReading } from './device-needs.ts'
import { readDevices } from './devices/list-devices.ts'
import { readCitizenSettings } from './settings-of-citizen.ts'

/** The citizen of the session as the register knows them now, with the settings and the device. */
export const readMe = defineReading({
  name: 'citizens.read_self',
  sentence: { en: 'Reads the own name and settings', fr: 'Lit son nom et ses réglages' },
  actors: { citizen: true },
  input: noInput,
  output: citizenMe,
  refusals: ['not_found'],
  routes: { citizen: 'GET /me' },
  async read({ pool, actor, needs }: DeviceReading<typeof noInput>) {
    const acting = actingCitizen(actor, needs)
    const { svcId, environment, citizen } = acting
    const { own, unseen } = await readDevices(acting, needs)
    if (!own) throw new Refusal('not_found')
    const { id, name, kind } = own
    return {
      ...shownCitizen(await readOwnCitizen(svcId, environment, needs.register), environment),
      device: { id, name, kind },
      settings: await readCitizenSettings(pool, citizen),
      notices: unseen.map(({ last_used_at: _, ...device }) => ({ kind: 'device_enrolled' as const, device })),
    }
  },
})
