import type { Me } from '@nani/contract/console'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { PeopleNeeds } from '../needs.ts'

/** The link of the own account. Null: the realm has no national identity. */
export const readOwnIdentity = async (
  personId: string,
  { pool, realm, identity }: Pick<PeopleNeeds, 'pool' | 'realm' | 'identity'>,
): Promise<Me['national_identity'] | null> => {
  if (!identity) return null
  const applicationId = await identity.applicationId()
  if (applicationId === null) return { is_offered: false, linked_at: null }
  const { rows } = await pool.query<{ linked_at: Date }>({
    name: realm.statement('own-identity'),
    text: realm.sql('select linked_at from member_identities where account_id = $1 and application_id = $2'),
    values: [personId, applicationId],
  })
  const [linked] = rows
  return { is_offered: true, linked_at: linked ? rfc3339(linked.linked_at.getTime()) : null }
}
