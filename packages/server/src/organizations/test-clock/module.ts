import { defineModule } from '@nani/foundation/platform/index.ts'
import { type TestClockDependencies, testClockEndpoints } from './endpoints.ts'

/** The clock of a sandbox application, which its tests move. */
export const testClockModule = defineModule({
  name: 'test clock',
  open: (needs: TestClockDependencies) => ({ endpoints: testClockEndpoints(needs) }),
})
