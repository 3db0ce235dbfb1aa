import type { AmlScreeningRequest } from '@nani/contract'
import type { WrongField } from '../../delivery/index.ts'
import { countryCode } from '../../lists/index.ts'
import { type Business, type Citizen, earliestBirth, isPossibleBirth } from '../../register/index.ts'
import type { ScreenedSubject } from '../../screening/index.ts'

/** The country whose register this is: its documents, its addresses, its own office holders. */
export const homeCountry = 'COD'

export type SubjectRequest = AmlScreeningRequest['subject']

/** How a subject is tied to a country (spec 2 § Check meanings). */
export type Exposure = { country: string; by: 'nationality' | 'residence' | 'registered_office' }

/** Whom a screening is about, as far as it is known. A call and a monitor screen from these alone. */
export type SubjectFacts = {
  type: 'individual' | 'business'
  /** What lists are searched for; null: no certified name stands behind the identifier, and nothing is searched by name. */
  screened: ScreenedSubject | null
  exposures: Exposure[]
  /** By which the fraud network knows a party for certain. */
  svcId: string | null
  rccm: string | null
}

/** Spec 2 § AML screening request: exactly one of three forms, and nothing of another beside it. */
export const checkSubjectForm = (
  { subject }: Pick<AmlScreeningRequest, 'subject'>,
  nowMs: number,
): WrongField | null => {
  const { identifier, full_name, business } = subject
  const forms = [identifier, full_name, business].filter((form) => form !== undefined && form !== null)
  if (forms.length !== 1) {
    return { field: 'subject', reason: 'must have exactly one of identifier, full_name and business' }
  }
  for (const field of ['date_of_birth', 'nationality'] as const) {
    if (subject[field] && !full_name) {
      return {
        field: `subject.${field}`,
        reason: 'goes with full_name alone: of an identifier it is on record',
      }
    }
  }
  if (full_name && !/\p{L}/u.test(full_name)) {
    return { field: 'subject.full_name', reason: 'must have a letter in it' }
  }
  return wrongBirth(subject, nowMs)
}

/** A birth that cannot be, or a country that is none, would speak against every entry and clear the person. */
const wrongBirth = ({ date_of_birth, nationality }: SubjectRequest, nowMs: number): WrongField | null => {
  if (date_of_birth && !isPossibleBirth(date_of_birth, nowMs)) {
    return { field: 'subject.date_of_birth', reason: `must be between ${earliestBirth} and today` }
  }
  if (nationality && countryCode(nationality) !== nationality) {
    return { field: 'subject.nationality', reason: 'must be a country of ISO 3166-1 alpha-3' }
  }
  return null
}

/** A person known by name: what the caller says of them is all there is. */
export const factsOfName = ({ full_name, date_of_birth, nationality }: SubjectRequest): SubjectFacts => ({
  type: 'individual',
  screened: {
    kind: 'individual',
    names: [full_name as string],
    birthDate: date_of_birth ?? null,
    gender: null,
    nationalities: nationality ? [nationality] : [],
    identifiers: [],
  },
  exposures: nationality ? [{ country: nationality, by: 'nationality' }] : [],
  svcId: null,
  rccm: null,
})

/** A certified person of the register. Its addresses are all in the country; only a home makes a resident. */
export const factsOfCitizen = (citizen: Citizen): SubjectFacts => ({
  type: 'individual',
  screened: {
    kind: 'individual',
    names: [citizen.full_name],
    birthDate: citizen.date_of_birth,
    gender: citizen.gender,
    nationalities: [citizen.nationality],
    identifiers: citizen.documents.map(({ type, number }) => ({ type, value: number, country: homeCountry })),
  },
  exposures: [
    { country: citizen.nationality, by: 'nationality' },
    ...(citizen.addresses.some(({ type }) => type === 'residential')
      ? [{ country: homeCountry, by: 'residence' } as const]
      : []),
  ],
  svcId: citizen.svc_id,
  rccm: null,
})

/** Only legal and trade names are screened; officers and owners are subjects of their own (spec 2). */
export const factsOfBusiness = (business: Business): SubjectFacts => ({
  type: 'business',
  screened: {
    kind: 'business',
    names: [business.legal_name, ...(business.trade_name === null ? [] : [business.trade_name])],
    birthDate: null,
    gender: null,
    nationalities: [homeCountry],
    identifiers: Object.entries(business.identifiers).flatMap(([type, value]) =>
      value === null ? [] : [{ type, value, country: homeCountry }],
    ),
  },
  exposures: [{ country: homeCountry, by: 'registered_office' }],
  svcId: null,
  rccm: business.identifiers.rccm,
})

/** An identifier that leads to no certified name: only the identifier itself can be looked for. */
export const factsOfUnknown = (
  type: SubjectFacts['type'],
  known: Partial<Pick<SubjectFacts, 'svcId' | 'rccm'>>,
): SubjectFacts => ({ type, screened: null, exposures: [], svcId: null, rccm: null, ...known })
