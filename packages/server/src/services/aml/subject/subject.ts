import { type AmlScreeningRequest, isCountry } from '@nani/contract'
import type { ScreenedSubject } from '@nani/engines/screening/index.ts'
import type { WrongField } from '../../../calls/calls/index.ts'
import {
  type Business,
  type Citizen,
  earliestBirth,
  isPossibleBirth,
} from '../../../register/register/index.ts'
import { faultOfName } from './subject-name.ts'

/** The country of the register: of its documents, addresses and domestic office holders. */
export const homeCountry = 'COD'

export type SubjectRequest = AmlScreeningRequest['subject']

/** The tie of a subject to a country (spec/aml#screening-checks). */
export type Exposure = { country: string; by: 'nationality' | 'residence' | 'registered_office' }

/** The known data of a subject. Calls and monitors screen only these. */
export type SubjectFacts = {
  type: 'individual' | 'business'
  /** The data for the list search. Null without a certified name: no list is searched by name. */
  screened: ScreenedSubject | null
  exposures: Exposure[]
  /** The identifier by which the fraud network finds a party with certainty. */
  svcId: string | null
  rccm: string | null
}

/** spec/aml#subject-forms: exactly one of three forms, without fields of another form. */
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
        reason: 'is allowed with full_name only: for an identifier the register has it',
      }
    }
  }
  const fault = full_name ? faultOfName(full_name) : null
  if (fault !== null) return { field: 'subject.full_name', reason: fault }
  return wrongBirth(subject, nowMs)
}

/** An impossible birth date or an unknown country would contradict every entry and wrongly clear the person. */
const wrongBirth = ({ date_of_birth, nationality }: SubjectRequest, nowMs: number): WrongField | null => {
  if (date_of_birth && !isPossibleBirth(date_of_birth, nowMs)) {
    return { field: 'subject.date_of_birth', reason: `must be between ${earliestBirth} and today` }
  }
  if (nationality && !isCountry(nationality)) {
    return { field: 'subject.nationality', reason: 'must be a country of ISO 3166-1 alpha-3' }
  }
  return null
}

/** A person known by name only has the data of the request. */
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

/**
 * A certified person of the register. All addresses are in the country. Only a residential address makes a resident.
 */
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

/** Only legal and trade names are screened. Officers and owners are separate subjects (spec/aml#subject-forms). */
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

/** An identifier without a certified name. Only the identifier can be searched. */
export const factsOfUnknown = (
  type: SubjectFacts['type'],
  known: Partial<Pick<SubjectFacts, 'svcId' | 'rccm'>>,
): SubjectFacts => ({ type, screened: null, exposures: [], svcId: null, rccm: null, ...known })
