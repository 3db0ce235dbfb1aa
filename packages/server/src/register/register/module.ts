import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { withDeadline } from './deadline.ts'
import { createPostgresRegister } from './postgres-register.ts'
import type { Register } from './register.ts'
import { registerSettings } from './settings.ts'

/**
 * `storedRegister` has every commit. `storedRegisterOfCalls` may be some seconds behind: only signed calls read it,
 * and nothing that decides about a person later.
 */
export const registerModule = defineModule({
  name: 'register',
  settings: registerSettings,
  open(
    { pool, registerPool, reads, vaultFor }: Pick<Platform, 'pool' | 'registerPool' | 'reads' | 'vaultFor'>,
    { registerTimeoutMs },
  ) {
    const vault = vaultFor('files')
    const readFrom = (one: pg.Pool) =>
      withDeadline(createPostgresRegister({ pool: one, vault }), registerTimeoutMs)
    const storedRegister = readFrom(registerPool)
    // The read replica is of the database of calls.
    const hasReplica = registerPool === pool && reads.isFresh !== null
    const storedRegisterOfCalls = hasReplica
      ? withFilesOf(readFrom(reads.pool), storedRegister)
      : storedRegister
    return { provides: { storedRegister, storedRegisterOfCalls } }
  },
})

/** A link or a result names a file that exists. Where the replica does not have it yet, the primary does. */
const withFilesOf = (replica: Register, primary: Register): Register => ({
  ...replica,
  readFile: async (fileId) => (await replica.readFile(fileId)) ?? primary.readFile(fileId),
})
