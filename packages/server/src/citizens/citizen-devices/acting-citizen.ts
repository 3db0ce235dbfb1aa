import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { pseudonym } from '../../app/audit/index.ts'

/** The citizen of an act: the pseudonym, with the environment and the device of the session. */
export type ActingCitizen = { svcId: string; citizen: Buffer; environment: Environment; deviceId: string }

/** Rules use the environment of the session, never one that the input names. */
export const actingCitizen = (actor: Actor, { subjectKey }: { subjectKey: KeyObject }): ActingCitizen => {
  if (actor.kind !== 'citizen')
    throw new Refusal('not_permitted', `Only a citizen does this, and no ${actor.kind}.`)
  const { svcId, environment, deviceId } = actor
  if (environment === undefined || deviceId === undefined)
    throw new Error('an act of a citizen needs the environment and the device of the session')
  return { svcId, environment, deviceId, citizen: Buffer.from(pseudonym(subjectKey, svcId), 'hex') }
}
