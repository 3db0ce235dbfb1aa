import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import {
  type Citizen,
  knownFiles,
  lockCitizen,
  type NewFile,
  writeCitizensIn,
  writeFiles,
} from '../../register/register/index.ts'
import { type EnrolmentDeskNeeds, missingCitizen } from './needs.ts'

export const requireCitizen = async (client: pg.PoolClient, svcId: string) => {
  const found = await lockCitizen(client, svcId)
  if (!found) throw missingCitizen()
  return found
}

/** Writes one citizen with new files, and ends the access of one who lost it. The transaction is one of the register. */
export const writeCitizen = async (
  client: pg.PoolClient,
  { citizen, files = [], references = [] }: { citizen: Citizen; files?: NewFile[]; references?: string[] },
  { actor, needs }: { actor: Actor; needs: EnrolmentDeskNeeds },
): Promise<void> => {
  const known = references.length > 0 ? await knownFiles(client, references) : new Set<string>()
  const unknown = references.find((id) => !known.has(id))
  if (unknown !== undefined) throw recordRefused(`the register has no file ${unknown}`)
  const { refused, lost } = await writeCitizensIn(client, [citizen], 'production')
  if (refused[0]) throw recordRefused(refused[0].reason)
  await writeFiles(client, needs.filesVault, files)
  await needs.endAccessBy(actor)(client, lost)
}

export const recordRefused = (reason: string): Refusal => {
  const [field = ''] = reason.split(':')
  return new Refusal('value_invalid', `The record is refused: ${reason}.`, {
    context: { field: /^[a-z_.[\]0-9]+$/.test(field) ? field : 'documents' },
  })
}
