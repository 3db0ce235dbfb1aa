export { type CaseVault, type CaseVaults, createCaseVaults } from './case-vault.ts'
export { casesDerivedEarlier, type EarlierCase, isDerivedEarlier } from './earlier-derivations.ts'
export {
  type FraudNetwork,
  type FraudRecord,
  type FraudSubject,
  isSearchable,
  type SuspectCase,
} from './fraud-network.ts'
export { createFraudStore } from './fraud-store.ts'
export { keepCaseKeys } from './keep-case-keys.ts'
export { fraudNetworkModule } from './module.ts'
export { type NetworkChange, networkChanged } from './network-change.ts'
export {
  identityKeyOf,
  type NetworkKeys,
  type NetworkStore,
  networkKeys,
  openCaseVaults,
} from './network-keys.ts'
export type { NetworkParty } from './network-party.ts'
export {
  type ChangedParty,
  changedParties,
  listenForNetworkChanges,
  readNetworkRevision,
} from './network-revision.ts'
export { birthPseudonym, identifierPseudonym } from './pseudonyms.ts'
export { sandboxNetwork } from './sandbox-network.ts'
export { sealParties, withdrawCasesWithin, writeNetworkParties } from './write-parties.ts'
