import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { withDeadline } from './deadline.ts'
import { createPostgresRegister } from './postgres-register.ts'
import { registerSettings } from './settings.ts'

export const registerModule = defineModule({
  name: 'register',
  settings: registerSettings,
  open({ reads, vaultFor }: Pick<Platform, 'reads' | 'vaultFor'>, { registerTimeoutMs }) {
    const stored = createPostgresRegister({ pool: reads.pool, vault: vaultFor('files') })
    return { provides: { storedRegister: withDeadline(stored, registerTimeoutMs) } }
  },
})
