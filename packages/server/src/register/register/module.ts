import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { withDeadline } from './deadline.ts'
import { createPostgresRegister } from './postgres-register.ts'
import { registerSettings } from './settings.ts'

export const registerModule = defineModule({
  name: 'register',
  settings: registerSettings,
  open(
    { pool, registerPool, reads, vaultFor }: Pick<Platform, 'pool' | 'registerPool' | 'reads' | 'vaultFor'>,
    { registerTimeoutMs },
  ) {
    // The read replica is of the database of calls.
    const readPool = registerPool === pool ? reads.pool : registerPool
    const stored = createPostgresRegister({ pool: readPool, vault: vaultFor('files') })
    return { provides: { storedRegister: withDeadline(stored, registerTimeoutMs) } }
  },
})
