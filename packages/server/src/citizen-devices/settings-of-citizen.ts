import type { Database } from './device-row.ts'

/** What a citizen has chosen in the app. */
export type CitizenSettings = { notify_accesses: boolean }

export const readCitizenSettings = async (database: Database, citizen: Buffer): Promise<CitizenSettings> => {
  const { rows } = await database.query<CitizenSettings>({
    name: 'citizen-settings-read',
    text: 'select notify_accesses from citizen_settings where citizen = $1',
    values: [citizen],
  })
  return rows[0] ?? { notify_accesses: false }
}

export const writeCitizenSettings = async (
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
