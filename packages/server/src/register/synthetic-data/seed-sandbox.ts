import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Pool } from 'pg'
import { writeCreditRecordsIn } from '../credit-records/index.ts'
import {
  inRegisterTransaction,
  knownFiles,
  writeBusinessesIn,
  writeCitizensIn,
  writeFiles,
} from '../register/index.ts'
import { monthStart, referenceMs } from './population/dates.ts'
import { businessScenarios } from './sandbox-businesses.ts'
import { sandboxFiles } from './sandbox-citizen.ts'
import { sandboxCreditRecords } from './sandbox-credit.ts'
import { personScenarios } from './sandbox-people.ts'
import type { SyntheticFile } from './synthetic-files/index.ts'

/**
 * Writes the sandbox people and businesses to the register, for sandbox calls only. It runs at every start: existing
 * records are updated to the declarations, and only missing files are drawn. `refused` names the records that the
 * register refused. It is logged and does not stop the start.
 */
export const seedSandbox = async (
  pool: Pool,
  vault: Vault,
  nowMs: number = referenceMs,
): Promise<{ refused: string[] }> => {
  await writeSyntheticFiles(pool, vault, sandboxFiles)
  const people = personScenarios.flatMap(({ outcome }) =>
    typeof outcome === 'string' ? [] : [outcome.citizen],
  )
  const businesses = businessScenarios.flatMap(({ outcome }) =>
    typeof outcome === 'string' ? [] : [outcome.business],
  )
  return inRegisterTransaction(pool, async (client) => {
    const { refused } = await writeCitizensIn(client, people, 'sandbox')
    const others = await writeBusinessesIn(client, businesses, 'sandbox')
    // A newer record that was imported stays.
    await writeCreditRecordsIn(client, sandboxCreditRecords(monthStart(nowMs)), new Date(nowMs))
    return {
      refused: [
        ...refused.map(({ index, reason }) => `${people[index]?.svc_id}: ${reason}`),
        ...others.refused.map(({ index, reason }) => `${businesses[index]?.identifiers.rccm}: ${reason}`),
      ],
    }
  })
}

/** Draws and stores the synthetic files that the register does not have yet. */
export const writeSyntheticFiles = async (
  pool: Pool,
  vault: Vault,
  files: SyntheticFile[],
): Promise<void> => {
  const known = await knownFiles(
    pool,
    files.map((file) => file.file_id),
  )
  const missing = files.filter((file) => !known.has(file.file_id))
  await writeFiles(
    pool,
    vault,
    missing.map(({ file_id, content_type, draw }) => ({ file_id, content_type, bytes: draw() })),
  )
}
