import type { Clock } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import type { ActCell } from '../../gateway/acts/index.ts'
import { createPostgresRegister } from '../../register/register/index.ts'
import { type Cause, causeDirectly } from '../../register/register-outbox/index.ts'
import type { CaseVaults } from '../../risk/fraud-network/index.ts'
import {
  type NetworkChange,
  type NetworkKeys,
  networkChanged,
  networkKeys,
  sealParties,
} from '../../risk/fraud-network/index.ts'
import { type FraudCase, reportOfCase } from './case-row.ts'
import { networkParties } from './network-parties.ts'
import { compareParties, type PartyComparison } from './report/compare-with-register.ts'
import type { FindParty } from './report/register-identity.ts'

export type CaseNetworkDependencies = {
  keys: NetworkKeys
  vaults: CaseVaults
  clock: Clock
  /** Home has the network. A case in a cell changes it through the outbox of the cell. */
  cause: Cause
  isInCell?: boolean
  /** The register on the connection of a transaction, so that no transaction waits for a second connection. */
  registerWithin(client: pg.ClientBase): FindParty
}

/** Writes what was sealed before, in the transaction that confirms the cases. */
export type WriteParties = (client: pg.PoolClient) => Promise<void>

/**
 * What other services see of cases (spec/fraud#fraud-network). It changes in the transaction that confirms or reopens
 * them, or is in the outbox of the cell then. Cases of one call are of one application.
 */
export const createCaseNetwork = ({
  keys,
  vaults,
  clock,
  cause,
  isInCell = false,
  registerWithin,
}: CaseNetworkDependencies) => {
  const change = async (
    client: pg.PoolClient,
    { environment, applicationId }: FraudCase,
    { withdrawn = [], parties = [] }: Partial<Pick<NetworkChange, 'withdrawn' | 'parties'>>,
  ): Promise<void> => {
    await cause(client, networkChanged, { environment, application_id: applicationId, withdrawn, parties })
  }
  /** Reads and seals what joins the network. */
  const sealedParties = async (
    client: pg.PoolClient,
    cases: readonly FraudCase[],
    confirmedOn: string,
  ): Promise<NetworkChange['parties']> => {
    const [first] = cases
    if (!first) return []
    const find = registerWithin(client)
    const parties = []
    for (const one of cases) {
      const report = reportOfCase(one, vaults)
      if (!report || !one.sealedKey) continue
      const { sealedKey } = one
      parties.push(...(await networkParties({ ...one, sealedKey, isInCell }, report, confirmedOn, find)))
    }
    return sealParties(first.environment, parties, keys)
  }
  const prepare = async (
    client: pg.PoolClient,
    cases: readonly FraudCase[],
    confirmedOn: string,
  ): Promise<WriteParties> => {
    const [first] = cases
    const parties = await sealedParties(client, cases, confirmedOn)
    if (!first || parties.length === 0) return async () => {}
    return (writing) => change(writing, first, { parties })
  }
  return {
    /** Before a lock is held. */
    prepare,
    /** `confirmedOn`: the day of the decision, by the time of the case. */
    async join(client: pg.PoolClient, fraudCase: FraudCase, confirmedOn: string): Promise<void> {
      const write = await prepare(client, [fraudCase], confirmedOn)
      await write(client)
    },
    leave: (client: pg.PoolClient, fraudCase: FraudCase) =>
      change(client, fraudCase, { withdrawn: [fraudCase.caseNumber] }),
    /** Derives the parties of a case again. It keeps the day on which the case joined the network. */
    async renew(client: pg.PoolClient, fraudCase: FraudCase, confirmedOn: string): Promise<void> {
      const parties = await sealedParties(client, [fraudCase], confirmedOn)
      await change(client, fraudCase, { withdrawn: [fraudCase.caseNumber], parties })
    },
    /** What the reporter wrote about each party, compared with the register. */
    compare: (client: pg.ClientBase, fraudCase: FraudCase): Promise<readonly PartyComparison[]> => {
      const report = reportOfCase(fraudCase, vaults)
      const nowMs = clock.now()
      return report
        ? compareParties(report, { environment: fraudCase.environment, find: registerWithin(client), nowMs })
        : Promise.resolve([])
    },
  }
}

export type OpenCaseNetwork = ReturnType<typeof createCaseNetwork>

/** The network of an installation, for the server and for acts at the desk. `cell`: where the cases are in a cell. */
export const openCaseNetwork = (
  platform: Pick<Platform, 'pool' | 'registerPool' | 'rootKey' | 'vaultFor' | 'random'> & {
    clock: Clock
    cell?: Pick<ActCell, 'cause'> | undefined
  },
): OpenCaseNetwork => {
  const keys = networkKeys(platform)
  const vault = platform.vaultFor('files')
  return createCaseNetwork({
    keys,
    vaults: keys.caseVaults,
    clock: platform.clock,
    cause: platform.cell?.cause ?? causeDirectly(platform),
    isInCell: platform.cell !== undefined,
    // The connection of the transaction reads the register, unless the register is another database.
    registerWithin: (client) =>
      createPostgresRegister({
        pool: platform.registerPool === platform.pool ? client : platform.registerPool,
        vault,
      }),
  })
}
