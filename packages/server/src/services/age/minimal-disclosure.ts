import type { Identity } from '../../calls/disclosure/index.ts'

/**
 * spec/age#minimal-disclosure, `disclosure: "minimal"`: no account, no kyc and no scope. The level of assurance
 * belongs to the account, so it is removed too. The audit contains the person of the call.
 */
export const minimalDisclosure = (identity: Identity): Identity => ({
  ...identity,
  blocks: {},
  scopesApplied: [],
  scopesWithheld: [],
})
