import { defineModule } from '@nani/foundation/platform/index.ts'
import type { Register } from '../../register/register/index.ts'
import { createKybVerification } from './service.ts'

export const kybModule = defineModule({
  name: 'kyb',
  open: ({ registerOfCalls }: { registerOfCalls: Register }) => ({
    services: [createKybVerification(registerOfCalls)],
  }),
})
