import { defineModule } from '@nani/foundation/platform/index.ts'
import type { Register } from '../../register/register/index.ts'
import { createAgeVerification } from './service.ts'

export const ageModule = defineModule({
  name: 'age',
  open: ({ registerOfCalls }: { registerOfCalls: Register }) => ({
    services: [createAgeVerification(registerOfCalls)],
  }),
})
