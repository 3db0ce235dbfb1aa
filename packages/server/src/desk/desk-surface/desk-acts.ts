import type { Http } from '@nani/foundation/http/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import { type BoundAct, bind, createListCursors } from '../../gateway/acts/index.ts'
import type { Mail } from '../../organizations/mail/index.ts'
import {
  createAttemptCounts,
  createPasswordHashing,
  invitedPeopleActs,
  operatorRealm as realm,
} from '../../organizations/people/index.ts'
import { activeOperator, operatorActs } from '../operators/index.ts'
import { proposalActs } from '../proposals/index.ts'

export type DeskNeeds = Pick<
  Platform,
  'pool' | 'clock' | 'random' | 'newId' | 'rootKey' | 'vaultFor' | 'log'
> & {
  http: Http
  mail: Mail
}

/** Every act of the desk, with the context of its module. */
export const openDeskActs = async (
  needs: DeskNeeds,
  origin: () => string,
): Promise<{ acts: readonly BoundAct[]; close(): Promise<void> }> => {
  const { pool, random, rootKey, vaultFor } = needs
  const cursors = createListCursors(deriveKey(rootKey, 'desk-cursors'))
  const people = {
    ...{ ...needs, realm, origin, cursors },
    vault: vaultFor('second-factors'),
    hashing: createPasswordHashing(random),
    attempts: createAttemptCounts(realm, deriveKey(rootKey, 'sign-in-attempts')),
    membershipsOf: async () => [],
    operatorRolesOf: async (id: string) => (await activeOperator(pool, id))?.roles ?? [],
  }
  // An account is one person, and the desk has accounts alone.
  const rules = { oneAccountMayBeTwo: false }
  const acts: BoundAct[] = [
    ...bind(invitedPeopleActs, people),
    ...bind(operatorActs, { ...people, rules }),
    ...bind(proposalActs, {
      ...needs,
      permissionOf: (name) => acts.find(({ declaration }) => declaration.name === name)?.declaration.actors,
    }),
  ]
  return { acts, close: async () => {} }
}
