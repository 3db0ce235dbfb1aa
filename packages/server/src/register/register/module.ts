import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { withDeadline } from './deadline.ts'
import { createPostgresRegister } from './postgres-register.ts'
import { registerSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'registerPool' | 'reads' | 'vaultFor'>

export const registerModule = defineModule({
  name: 'register',
  settings: registerSettings,
  open({ pool, registerPool, reads, vaultFor }: Needs, { registerTimeoutMs }) {
    // A replica is one of home.
    const readPool = registerPool === pool ? reads.pool : registerPool
    const stored = createPostgresRegister({ pool: readPool, vault: vaultFor('files') })
    return { provides: { storedRegister: withDeadline(stored, registerTimeoutMs) } }
  },
})
