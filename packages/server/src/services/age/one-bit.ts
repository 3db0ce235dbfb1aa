import type { Identity } from '../../disclosure/index.ts'

/**
 * Decisions §8, `disclosure: "minimal"`: neither account nor kyc, and no scope applied. The level of assurance
 * is the account's, and goes with it. The audit still knows whom the call was about.
 */
export const oneBit = (identity: Identity): Identity => ({
  ...identity,
  blocks: {},
  scopesApplied: [],
  scopesWithheld: [],
})
