import { type CitizenSettings, changedSettings, citizenSettings } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type ActContext, defineAct } from '../../gateway/acts/index.ts'
import { actingCitizen } from './acting-citizen.ts'
import type { DeviceNeeds } from './device-needs.ts'

export const readCitizenSettings = async (database: Database, citizen: Buffer): Promise<CitizenSettings> => {
  const { rows } = await database.query<CitizenSettings>({
    name: 'citizen-settings-read',
    text: 'select notify_accesses from citizen_settings where citizen = $1',
    values: [citizen],
  })
  return rows[0] ?? { notify_accesses: false }
}

const writeCitizenSettings = async (
  database: Database,
  citizen: Buffer,
  { notify_accesses }: CitizenSettings,
): Promise<void> => {
  await database.query({
    name: 'citizen-settings-write',
    text: `insert into citizen_settings as s (citizen, notify_accesses) values ($1, $2)
           on conflict (citizen) do update set notify_accesses = excluded.notify_accesses`,
    values: [citizen, notify_accesses],
  })
}

export const changeSettings = defineAct({
  name: 'citizens.change_settings',
  sentence: { en: 'Changes the settings of the app', fr: 'Modifie les réglages de l’application' },
  actors: { citizen: true },
  input: citizenSettings,
  output: changedSettings,
  refusals: ['invalid_request'],
  routes: { citizen: 'PATCH /me' },
  async perform({ client, actor, input, needs }: ActContext<CitizenSettings, DeviceNeeds, undefined>) {
    const { citizen } = actingCitizen(actor, needs)
    const before = await readCitizenSettings(client, citizen)
    await writeCitizenSettings(client, citizen, input)
    return { result: { settings: input }, entry: { subject: citizen.toString('hex'), before, after: input } }
  },
})

/** A citizen gets one notice of new accesses in this time. Further accesses wait for the next notice. */
const accessNoticeSeconds = 3_600

/**
 * Of these citizens, those who wish to learn of new accesses and have no notice that is still due, with the time of the
 * notice that this writes.
 */
export const claimAccessNotices = async (
  database: Database,
  citizens: readonly Buffer[],
): Promise<{ citizen: Buffer; at: Date }[]> => {
  const { rows } = await database.query<{ citizen: Buffer; at: Date }>({
    name: 'citizen-access-notices',
    text: `update citizen_settings
           set accesses_notified_at = greatest(now(), accesses_notified_at + make_interval(secs => $2))
           where citizen = any($1) and notify_accesses
             and (accesses_notified_at is null or accesses_notified_at <= now())
           returning citizen, accesses_notified_at as at`,
    values: [citizens, accessNoticeSeconds],
  })
  return rows
}
