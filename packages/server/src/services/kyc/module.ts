import { defineModule } from '@nani/foundation/platform/index.ts'
import type { Register } from '../../register/register/index.ts'
import { createKycValidation } from './service.ts'

export const kycModule = defineModule({
  name: 'kyc',
  open: ({ registerOfCalls }: { registerOfCalls: Register }) => ({
    services: [createKycValidation(registerOfCalls)],
  }),
})
