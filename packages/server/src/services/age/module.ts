import { defineModule } from '../../platform/index.ts'
import type { Register } from '../../register/index.ts'
import { createAgeVerification } from './service.ts'

export const ageModule = defineModule({
  name: 'age',
  open: ({ register }: { register: Register }) => ({ services: [createAgeVerification(register)] }),
})
