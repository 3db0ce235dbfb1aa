import type { Random } from '@nani/foundation/core/index.ts'
import { createVault, type Vault } from '@nani/foundation/storage/index.ts'

const keyBytes = 32

type CaseId = { applicationId: string; caseId: string }

const contextOf = ({ applicationId, caseId }: CaseId): string => `fraud case key:${applicationId}:${caseId}`

/** The key of a case and the vault that seals under it. */
export type CaseVault = {
  /** The key, sealed under the key of the installation. Without it nothing of the case opens. */
  sealedKey: Buffer
  vault: Vault
}

export type CaseVaults = {
  /** A new key for a new case. */
  create(id: CaseId): CaseVault
  open(id: CaseId, sealedKey: Buffer): Vault
}

/**
 * A key for each case (spec/fraud#fraud-network). `keysVault` seals the keys. To erase a case everywhere, also in
 * backups that are made later, its sealed key is deleted.
 */
export const createCaseVaults = (keysVault: Vault, random: Random): CaseVaults => {
  // By the sealed key as it was read: a vault is forgotten with it. Several parts of one change open the same case.
  const opened = new WeakMap<Buffer, { context: string; vault: Vault }>()
  const vaultUnder = (key: Buffer) => createVault(key, 'fraud-case', random)
  return {
    create(id) {
      const key = Buffer.from(random.bytes(keyBytes))
      return { sealedKey: keysVault.seal(key, contextOf(id)), vault: vaultUnder(key) }
    },
    open(id, sealedKey) {
      const context = contextOf(id)
      const known = opened.get(sealedKey)
      if (known?.context === context) return known.vault
      const vault = vaultUnder(keysVault.open(sealedKey, context))
      opened.set(sealedKey, { context, vault })
      return vault
    },
  }
}
