import type { Pool } from 'pg'
import type { Vault } from '../storage/index.ts'
import { inRegisterTransaction } from './register-transaction.ts'
import { businessScenarios } from './sandbox-businesses.ts'
import { sandboxFiles } from './sandbox-citizen.ts'
import { personScenarios } from './sandbox-people.ts'
import type { Specimen } from './specimens/index.ts'
import { writeBusinessesIn } from './write-businesses.ts'
import { writeCitizensIn } from './write-citizens.ts'
import { knownFiles, writeFiles } from './write-files.ts'

/**
 * Puts the sandbox people and businesses into the register, for sandbox calls only. Run at every start:
 * what is there is brought up to the declarations, and files are drawn only when they are missing.
 * `refused` names whom the register would not take, which is for the log and stops nobody's start.
 */
export const seedSandbox = async (pool: Pool, vault: Vault): Promise<{ refused: string[] }> => {
  await writeSpecimens(pool, vault, sandboxFiles)
  const people = personScenarios.flatMap(({ outcome }) =>
    typeof outcome === 'string' ? [] : [outcome.citizen],
  )
  const businesses = businessScenarios.flatMap(({ outcome }) =>
    typeof outcome === 'string' ? [] : [outcome.business],
  )
  return inRegisterTransaction(pool, async (client) => {
    const { refused } = await writeCitizensIn(client, people, 'sandbox')
    const others = await writeBusinessesIn(client, businesses, 'sandbox')
    return {
      refused: [
        ...refused.map(({ index, reason }) => `${people[index]?.svc_id}: ${reason}`),
        ...others.refused.map(({ index, reason }) => `${businesses[index]?.identifiers.rccm}: ${reason}`),
      ],
    }
  })
}

/** Draws and stores the specimens that the register does not have yet. */
export const writeSpecimens = async (pool: Pool, vault: Vault, specimens: Specimen[]): Promise<void> => {
  const known = await knownFiles(
    pool,
    specimens.map((specimen) => specimen.file_id),
  )
  const missing = specimens.filter((specimen) => !known.has(specimen.file_id))
  await writeFiles(
    pool,
    vault,
    missing.map(({ file_id, content_type, draw }) => ({ file_id, content_type, bytes: draw() })),
  )
}
