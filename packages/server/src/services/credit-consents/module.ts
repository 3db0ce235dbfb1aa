import { defineModule } from '@nani/foundation/platform/index.ts'
import { type CreditConsentsDependencies, creditConsentEndpoints } from './endpoints.ts'

/** The endpoints of consents. An application needs the service `credit_scoring` for them. */
export const creditConsentsModule = defineModule({
  name: 'credit consents',
  open: (needs: CreditConsentsDependencies) => ({ endpoints: creditConsentEndpoints(needs) }),
})
