export { inTransaction, openPool } from './database.ts'
export { dayOf, maintainPartitions } from './partitions.ts'
export { createVault, deriveKey, type KeyProvider, type Vault } from './vault.ts'
