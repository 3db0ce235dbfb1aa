import type { KeyObject } from 'node:crypto'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type CaseVaults, createCaseVaults } from './case-vault.ts'

/** What the rows of the network are searched by and sealed under. */
export type NetworkKeys = {
  /** Keys the pseudonyms. The monitors have the same key. */
  identityKey: KeyObject
  /** Seals the facts of the test identities, which belong to no case. */
  networkVault: Vault
  /** Seals the facts of a case under its own key. */
  caseVaults: CaseVaults
}

export type NetworkStore = NetworkKeys & { pool: pg.Pool }

type Secrets = Pick<Platform, 'rootKey' | 'vaultFor' | 'random'>

/** The vaults of cases: each case has a key of its own, which is sealed under a key of the installation. */
export const openCaseVaults = ({ vaultFor, random }: Pick<Secrets, 'vaultFor' | 'random'>): CaseVaults =>
  createCaseVaults(vaultFor('fraud-case-keys'), random)

/** Keys the pseudonyms by which a changed case, identity or birth finds monitors. */
export const identityKeyOf = ({ rootKey }: Pick<Secrets, 'rootKey'>): KeyObject =>
  deriveKey(rootKey, 'monitored-identity')

export const networkKeys = (secrets: Secrets): NetworkKeys => ({
  identityKey: identityKeyOf(secrets),
  networkVault: secrets.vaultFor('fraud-network'),
  caseVaults: openCaseVaults(secrets),
})
