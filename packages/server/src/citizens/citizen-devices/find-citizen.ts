import {
  type Environment,
  type Identifier,
  individualIdentifierTypes,
  isTelephone,
  normalizeIdentifier,
} from '@nani/contract'
import { ageOn, isCertified } from '../../calls/disclosure/index.ts'
import type { Citizen, PhoneHolders, Register } from '../../register/register/index.ts'
import { isReservedSvcId } from '../../register/synthetic-data/index.ts'

export type CitizenSources = { register: Pick<Register, 'findCitizen'>; phones: PhoneHolders }

/** No certified account has this number. */
export const noCitizen = 'COD-0000-0000-0000'
const maxInputCharacters = 64
const adultAge = 18

/** An E.164 number as people write it, with the country's code or a leading zero; null if it is none. */
export const phoneNumberIn = (text: string): string | null => {
  const compact = text.replace(/[\s().-]/g, '')
  const international = compact.replace(/^00/, '+').replace(/^0(?=\d{9}$)/, '+243')
  return isTelephone(international) ? international : null
}

/** A text in one of the forms in which people write the same number. */
export const plainText = (text: string): string =>
  phoneNumberIn(text.trim()) ?? text.toUpperCase().replace(/[\s\p{P}]/gu, '')

/**
 * The only citizen that the text identifies: by a verified number, an svc_id or a document
 * (spec/sign-in#identification-of-the-citizen). All possible meanings are looked up, so that the time depends on the
 * form of the text, never on who exists.
 */
export const findCitizen = async (
  text: string,
  environment: Environment,
  { register, phones }: CitizenSources,
): Promise<Citizen | null> => {
  const value = text.trim()
  if (value === '' || value.length > maxInputCharacters || value.includes('\0')) return null
  const byDocument = meaningsOf(value)
  const phone = phoneNumberIn(value)
  const found = await Promise.all([
    ...byDocument.map((identifier) => register.findCitizen(identifier, environment)),
    phone === null ? null : findByPhone(phone, environment, { register, phones }),
  ])
  const people = new Map(found.filter((one) => one !== null).map((one) => [one.svc_id, one]))
  const [only = null] = people.values()
  return people.size === 1 ? only : null
}

/**
 * Whether a text can identify anyone: it has the form of a telephone number, of an svc_id or of a document. It says nothing
 * about who exists.
 */
export const canIdentify = (text: string): boolean => {
  const value = text.trim()
  if (value.length > maxInputCharacters || value.includes('\0')) return false
  return phoneNumberIn(value) !== null || meaningsOf(value).length > 0
}

/** An svc_id has a form that no document has. Any other text may be the number of several documents. */
const meaningsOf = (value: string): Identifier[] => {
  const svcId = normalizeIdentifier({ type: 'svc_id', value })
  return svcId
    ? [svcId]
    : individualIdentifierTypes.flatMap((type) => normalizeIdentifier({ type, value }) ?? [])
}

const findByPhone = async (
  number: string,
  environment: Environment,
  { register, phones }: CitizenSources,
): Promise<Citizen | null> => {
  const svcId = await phones.onlyHolder(number, environment)
  // A number of no one reads as much as any other.
  const read = await register.findCitizen({ type: 'svc_id', value: svcId ?? noCitizen }, environment)
  return svcId === null ? null : read
}

/** The environment of a person's devices: sandbox people have the sandbox, all others production. */
export const environmentOf = (svcId: string): Environment =>
  isReservedSvcId(svcId) ? 'sandbox' : 'production'

/** The citizen in the environment of that citizen. Both registers are read for every text. */
export const findAnywhere = async (text: string, sources: CitizenSources): Promise<Citizen | null> => {
  const found = await Promise.all(
    (['sandbox', 'production'] as const).map(async (environment) => {
      const citizen = await findCitizen(text, environment, sources)
      return citizen && environmentOf(citizen.svc_id) === environment ? citizen : null
    }),
  )
  return found.find((citizen) => citizen !== null) ?? null
}

/** Others count as unknown. A suspended or paused account can sign in. */
export const canSignIn = (citizen: Citizen): boolean =>
  isCertified(citizen) && citizen.biometrics.selfie !== null

export const isMinor = ({ date_of_birth }: Citizen, nowMs: number): boolean =>
  ageOn(date_of_birth, nowMs) < adultAge
