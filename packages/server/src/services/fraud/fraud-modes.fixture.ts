import { testRegister } from '../../testing/citizen.ts'
import { type ModesOptions, startModes } from '../../testing/modes.ts'
import { fraudModule } from './module.ts'

/** Fraud Reporting as the product composes it, on a test database. */
export const startFraud = (options: Pick<ModesOptions, 'environment'> = {}) =>
  startModes({
    ...options,
    modules: (outer) =>
      outer
        .use({
          name: 'register',
          open() {
            const register = testRegister([])
            return { provides: { register, registerOfCalls: register } }
          },
        })
        .use(fraudModule),
  })
