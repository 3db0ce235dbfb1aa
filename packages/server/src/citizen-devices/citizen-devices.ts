import type pg from 'pg'
import type { Random } from '../core/index.ts'
import type { Vault } from '../storage/index.ts'
import { createEndSession, createReadSession } from './sessions.ts'
import { type CitizenSettings, readCitizenSettings, writeCitizenSettings } from './settings-of-citizen.ts'

export type DevicesDependencies = { pool: pg.Pool; random: Random; vault: Vault }

/** The use cases of the devices of citizens, for the surface. */
export type CitizenDevices = ReturnType<typeof createCitizenDevices>

export const createCitizenDevices = (dependencies: DevicesDependencies) => {
  const { pool } = dependencies
  return {
    readSession: createReadSession(dependencies),
    endSession: createEndSession(dependencies),
    readSettings: (citizen: Buffer) => readCitizenSettings(pool, citizen),
    writeSettings: (citizen: Buffer, settings: CitizenSettings) =>
      writeCitizenSettings(pool, citizen, settings),
  }
}
