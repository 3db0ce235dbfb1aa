import { defineModule } from '../../platform/index.ts'
import type { Register } from '../../register/index.ts'
import { createKycValidation } from './service.ts'

export const kycModule = defineModule({
  name: 'kyc',
  open: ({ register }: { register: Register }) => ({ services: [createKycValidation(register)] }),
})
