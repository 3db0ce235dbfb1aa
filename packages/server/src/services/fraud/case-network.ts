import type { Clock } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { createPostgresRegister } from '../../register/register/index.ts'
import type { CaseVaults } from '../../risk/fraud-network/index.ts'
import {
  type NetworkKeys,
  networkKeys,
  prepareNetworkParties,
  type WriteParties,
  withdrawCasesWithin,
} from '../../risk/fraud-network/index.ts'
import { type FraudCase, reportOfCase } from './case-row.ts'
import { networkParties } from './network-parties.ts'
import { compareParties, type PartyComparison } from './report/compare-with-register.ts'
import type { FindParty } from './report/register-identity.ts'

export type CaseNetworkDependencies = {
  keys: NetworkKeys
  vaults: CaseVaults
  clock: Clock
  /** The register on the connection of a transaction, so that no transaction waits for a second connection. */
  registerWithin(client: pg.ClientBase): FindParty
}

/**
 * What other services see of cases (spec/fraud#fraud-network). It changes in the transaction that confirms or reopens
 * them. Cases of one call are of one environment.
 */
export const createCaseNetwork = ({ keys, vaults, clock, registerWithin }: CaseNetworkDependencies) => {
  /** Reads and seals what joins the network, before a lock is held. The returned function writes it. */
  const prepare = async (
    client: pg.ClientBase,
    cases: readonly FraudCase[],
    confirmedOn: string,
  ): Promise<WriteParties> => {
    const [first] = cases
    if (!first) return async () => {}
    const find = registerWithin(client)
    const parties = []
    for (const one of cases) {
      const report = reportOfCase(one, vaults)
      if (!report || !one.sealedKey) continue
      const { sealedKey } = one
      parties.push(...(await networkParties({ ...one, sealedKey }, report, confirmedOn, find)))
    }
    return prepareNetworkParties(first.environment, parties, keys)
  }
  return {
    prepare,
    /** `confirmedOn`: the day of the decision, by the time of the case. */
    async join(client: pg.ClientBase, fraudCase: FraudCase, confirmedOn: string): Promise<void> {
      const write = await prepare(client, [fraudCase], confirmedOn)
      await write(client)
    },
    leave: (client: pg.ClientBase, { environment, caseNumber }: FraudCase) =>
      withdrawCasesWithin(client, environment, [caseNumber]),
    /** Derives the parties of a case again. It keeps the day on which the case joined the network. */
    async renew(client: pg.ClientBase, fraudCase: FraudCase, confirmedOn: string): Promise<void> {
      const write = await prepare(client, [fraudCase], confirmedOn)
      await withdrawCasesWithin(client, fraudCase.environment, [fraudCase.caseNumber])
      await write(client)
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

/** The network of an installation, for the server and for acts at the desk. */
export const openCaseNetwork = (
  platform: Pick<Platform, 'pool' | 'registerPool' | 'rootKey' | 'vaultFor' | 'random'> & { clock: Clock },
): OpenCaseNetwork => {
  const keys = networkKeys(platform)
  const vault = platform.vaultFor('files')
  return createCaseNetwork({
    keys,
    vaults: keys.caseVaults,
    clock: platform.clock,
    // The connection of the transaction reads the register, unless the register is another database.
    registerWithin: (client) =>
      createPostgresRegister({
        pool: platform.registerPool === platform.pool ? client : platform.registerPool,
        vault,
      }),
  })
}
