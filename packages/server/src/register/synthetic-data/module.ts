import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { Register } from '../register/index.ts'
import { withScenarios } from './sandbox-scenarios.ts'
import { seedSandbox } from './seed-sandbox.ts'

/** The people and businesses of the sandbox, in the register that services read. */
export const sandboxDataModule = defineModule({
  name: 'sandbox data',
  async open({
    registerPool,
    vaultFor,
    log,
    clock,
    storedRegister,
    storedRegisterOfCalls,
  }: Pick<Platform, 'registerPool' | 'vaultFor' | 'log' | 'clock'> & {
    storedRegister: Register
    storedRegisterOfCalls: Register
  }) {
    const { refused } = await seedSandbox(registerPool, vaultFor('files'), clock.now())
    for (const refusal of refused) log(`sandbox: ${refusal}`)
    return {
      provides: {
        register: withScenarios(storedRegister),
        registerOfCalls: withScenarios(storedRegisterOfCalls),
      },
    }
  },
})
