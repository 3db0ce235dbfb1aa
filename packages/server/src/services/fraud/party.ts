import {
  businessIdentifierTypes,
  type FraudReportRequest,
  type FraudType,
  type Identifier,
  individualIdentifierTypes,
  normalizeIdentifier,
  type PartyRole,
} from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'

type SentSubject = NonNullable<FraudReportRequest['subject']>
type SentVictim = NonNullable<FraudReportRequest['victims']>[number]
type SentParty = Omit<SentSubject, 'role'>

/** An identifier as the case records it. A foreign one never leads to a citizen (spec/fraud#foreign-identifiers). */
export type PartyIdentifier = Identifier & { issuingCountry: string }

/** A party of a case: the subject, or a victim. An anonymous victim has no identifying field. */
export type Party = {
  kind: 'individual' | 'business'
  role: PartyRole
  anonymous: boolean
  country: string
  identifier: PartyIdentifier | null
  fullName: string | null
  dateOfBirth: string | null
  nationality: string | null
  phoneNumber: string | null
  businessName: string | null
  registrationNumber: string | null
}

export const homeCountry = 'COD'

const ofForeigners: readonly string[] = ['passport', 'national_id', 'driving_licence']
const foreignNumber = /^[A-Z0-9]{4,20}$/
const separators = /[\s\p{Dash}./]+/gu

/** spec/fraud#default-role. */
const roleOfType: Readonly<Record<FraudType, PartyRole>> = {
  identity_usurpation: 'victim',
  account_takeover: 'victim',
  sim_swap: 'victim',
  phishing: 'victim',
  social_engineering: 'victim',
  document_forgery: 'suspect',
  money_laundering: 'suspect',
  terrorist_financing: 'suspect',
  insider_fraud: 'suspect',
  robbery: 'unknown',
  payment_fraud: 'unknown',
  other: 'unknown',
}

/** The parties of a report in their normal form. Throws a Refusal for an identifier that is not accepted. */
export const partiesOf = (
  request: FraudReportRequest,
  fieldPath: (field: string) => string = (field) => field,
): { subject: Party | null; victims: Party[] } => {
  const sentVictims = request.victims ?? []
  const role = request.subject?.role ?? (sentVictims.length > 0 ? 'suspect' : roleOfType[request.type])
  return {
    subject: request.subject ? partyOf(request.subject, role, fieldPath('subject')) : null,
    victims: sentVictims.map((victim, index) =>
      victim.anonymous ? anonymousVictim(victim) : partyOf(victim, 'victim', fieldPath(`victims[${index}]`)),
    ),
  }
}

const anonymousVictim = ({ type, country }: SentVictim): Party => ({
  ...unidentified,
  kind: type ?? 'individual',
  role: 'victim',
  anonymous: true,
  country: country ?? homeCountry,
})

const unidentified = {
  identifier: null,
  fullName: null,
  dateOfBirth: null,
  nationality: null,
  phoneNumber: null,
  businessName: null,
  registrationNumber: null,
} as const

const partyOf = (sent: SentParty, role: PartyRole, place: string): Party => {
  const { business } = sent
  if (business) {
    const identifier = businessIdentifier(business.identifier, `${place}.business.identifier`)
    return {
      ...unidentified,
      kind: 'business',
      role,
      anonymous: false,
      // A national identifier is issued here.
      country: identifier ? homeCountry : (business.country ?? homeCountry),
      identifier,
      businessName: business.name ?? null,
      registrationNumber: business.registration_number ?? null,
    }
  }
  const identifier = personalIdentifier(sent.identifier, `${place}.identifier`)
  return {
    ...unidentified,
    kind: 'individual',
    role,
    anonymous: false,
    country: identifier?.issuingCountry ?? sent.nationality ?? homeCountry,
    identifier,
    fullName: sent.full_name ?? null,
    dateOfBirth: sent.date_of_birth ?? null,
    nationality: sent.nationality ?? null,
    phoneNumber: sent.phone_number ?? null,
  }
}

const personalIdentifier = (sent: SentParty['identifier'], place: string): PartyIdentifier | null => {
  if (!sent) return null
  const issuingCountry = sent.issuing_country ?? homeCountry
  const isForeign = issuingCountry !== homeCountry
  const accepted: readonly string[] = isForeign ? ofForeigners : individualIdentifierTypes
  const type = acceptedType(sent.type, accepted, place)
  if (!isForeign) return { ...normalOrRefused({ type, value: sent.value }, place), issuingCountry }
  const value = sent.value.replace(separators, '').toUpperCase()
  if (!foreignNumber.test(value)) throw new Refusal('invalid_identifier', { field: `${place}.value` })
  return { type, value, issuingCountry }
}

const businessIdentifier = (
  sent: NonNullable<SentParty['business']>['identifier'],
  place: string,
): PartyIdentifier | null => {
  if (!sent) return null
  const type = acceptedType(sent.type, businessIdentifierTypes, place)
  return { ...normalOrRefused({ type, value: sent.value }, place), issuingCountry: homeCountry }
}

const acceptedType = (type: string, accepted: readonly string[], place: string): Identifier['type'] => {
  if (!accepted.includes(type)) {
    throw new Refusal('unsupported_identifier_type', { field: `${place}.type`, accepted: [...accepted] })
  }
  return type as Identifier['type']
}

const normalOrRefused = (identifier: Identifier, place: string): Identifier => {
  const normal = normalizeIdentifier(identifier)
  if (!normal) throw new Refusal('invalid_identifier', { field: `${place}.value` })
  return normal
}
