import type { Environment } from '@nani/contract'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { NetworkCaseStatus } from './fraud-network.ts'
import type { NetworkKeys } from './network-keys.ts'
import { birthPseudonym, contentPseudonym, identifierPseudonym } from './pseudonyms.ts'

/** How this release derives the facts of a party. Migration 099 describes the values. */
export const currentDerivation = 2

/** The case of a party, with the key that its facts are sealed under. `isInCell`: home has no such case, so that the network keeps the key. */
export type CaseOfParty = { applicationId: string; caseId: string; sealedKey: Buffer; isInCell?: boolean }

/** One party of a case that is confirmed or escalated. */
export type NetworkParty = {
  role: 'suspect' | 'victim'
  case_number: string
  party: number
  case_type: string
  case_status: NetworkCaseStatus
  confirmed_on: string
  svc_id: string | null
  rccm: string | null
  full_name: string | null
  date_of_birth: string | null
  nationality: string | null
  /** Absent for the test identities of the sandbox, which every application sees. */
  of?: CaseOfParty
}

/** The facts of a party that a hit shows. They are stored sealed. */
export type PartyFacts = Pick<NetworkParty, 'full_name' | 'date_of_birth' | 'nationality'>

type PlaceOfParty = {
  application_id: string | null
  case_id: string | null
  case_number: string
  party: number
}

const contextOf = ({ application_id, case_id, case_number, party }: PlaceOfParty): string =>
  `fraud network:${application_id ?? ''}:${case_id ?? case_number}:${party}`

/** The columns of a party as they are stored: pseudonyms in hex, and sealed facts in base64. */
export const storedParty = (party: NetworkParty, environment: Environment, keys: NetworkKeys) => {
  const { of, svc_id, rccm, full_name, date_of_birth, nationality, ...plain } = party
  const { identityKey } = keys
  const place = {
    application_id: of?.applicationId ?? null,
    case_id: of?.caseId ?? null,
    case_number: party.case_number,
    party: party.party,
  }
  const facts: PartyFacts = { full_name, date_of_birth, nationality }
  const vault = of ? keys.caseVaults.open(of, of.sealedKey) : keys.networkVault
  const number =
    svc_id !== null
      ? ({ type: 'svc_id', value: svc_id } as const)
      : rccm !== null
        ? ({ type: 'rccm', value: rccm } as const)
        : null
  return {
    ...plain,
    ...place,
    identity: number && identifierPseudonym(number, environment, identityKey),
    // A victim is never found by name, and a suspect only by a name with the birth.
    birth:
      party.role === 'suspect' && full_name !== null
        ? birthPseudonym({ dateOfBirth: date_of_birth, nationality }, environment, identityKey)
        : null,
    content: contentPseudonym(
      [party.role, party.case_type, party.case_status, party.confirmed_on, svc_id, rccm].concat([
        full_name,
        date_of_birth,
        nationality,
      ]),
      identityKey,
    ),
    sealed_key: of?.isInCell ? of.sealedKey.toString('base64') : null,
    sealed_facts: vault.seal(Buffer.from(JSON.stringify(facts)), contextOf(place)).toString('base64'),
  }
}

export type StoredParty = ReturnType<typeof storedParty>

export const openFacts = (sealed: Buffer, place: PlaceOfParty, vault: Vault): PartyFacts =>
  JSON.parse(vault.open(sealed, contextOf(place)).toString('utf8')) as PartyFacts
