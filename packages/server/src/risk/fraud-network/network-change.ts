import type { Environment } from '@nani/contract'
import { defineHomeEffect } from '../../register/register-outbox/index.ts'
import type { StoredParty } from './network-party.ts'
import { withdrawCasesWithin, withdrawSandboxWithin, writePartiesWithin } from './write-parties.ts'

/** What the cases of an application change in the network. Facts of people are sealed or pseudonyms. */
export type NetworkChange = {
  environment: Environment
  application_id: string
  /** The cases that leave, before the parties are written. `all`: every case of the application, in the sandbox. */
  withdrawn: readonly string[] | 'all'
  parties: readonly StoredParty[]
}

/**
 * A change of the network. Home has it: with cases in home it is a part of their transaction, and with cases in a cell the outbox of the
 * cell carries it, in the order in which the cases of an application changed.
 */
export const networkChanged = defineHomeEffect(
  'fraud_network',
  async (client, { environment, application_id, withdrawn, parties }: NetworkChange) => {
    if (withdrawn === 'all') await withdrawSandboxWithin(client, application_id)
    else await withdrawCasesWithin(client, environment, withdrawn)
    await writePartiesWithin(client, environment, parties)
  },
  { sequence: ({ application_id }) => application_id },
)
