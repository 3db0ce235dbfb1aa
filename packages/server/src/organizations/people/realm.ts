import type { PersonRealm } from '@nani/foundation/core/index.ts'

/**
 * Whose accounts they are. Members and operators have separate tables, cookies and origins, and no session of one is valid
 * in the other (spec/organizations#people).
 */
export type Realm = {
  name: PersonRealm
  /** The issuer of second factors, as an authenticator shows it. */
  issuer: string
  sessionHours: number
  idleMinutes: number
  /** Statements are written for the tables of members. In another realm they name its own tables. */
  sql(text: string): string
  /** The name of a prepared statement of this realm. */
  statement(name: string): string
}

const realmOf = (
  name: PersonRealm,
  times: Pick<Realm, 'sessionHours' | 'idleMinutes' | 'issuer'>,
): Realm => ({
  name,
  ...times,
  sql: (text) => (name === 'member' ? text : text.replaceAll(/\bmember_/g, `${name}_`)),
  statement: (label) => `${name}-${label}`,
})

export const memberRealm = realmOf('member', { issuer: 'Nani', sessionHours: 12, idleMinutes: 60 })

export const operatorRealm = realmOf('operator', { issuer: 'Nani desk', sessionHours: 8, idleMinutes: 15 })
