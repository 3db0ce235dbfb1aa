import type { Citizen } from './citizen.ts'
import { type CitizenEntries, placeOf } from './citizen-entries.ts'

const names = ['last_name', 'first_name', 'full_name', 'date_of_birth', 'gender', 'nationality'] as const
export type CorrectionEntries = Pick<
  CitizenEntries,
  (typeof names)[number] | 'birth_country' | 'birth_province' | 'birth_city'
>

export const entriesOf = (citizen: Citizen): CorrectionEntries => {
  const { country = '', province = '', city = '' } = citizen.place_of_birth ?? {}
  const { last_name, first_name, full_name, date_of_birth, gender, nationality } = citizen
  return {
    ...{ last_name, first_name, full_name, date_of_birth, gender, nationality },
    ...{ birth_country: country, birth_province: province, birth_city: city },
  }
}

/** The values that differ from the register, before and after. */
export const differenceOf = (citizen: Citizen, entries: CorrectionEntries) => {
  const after: Record<string, unknown> = Object.fromEntries(
    names
      .filter((name) => entries[name].trim() !== citizen[name])
      .map((name) => [name, entries[name].trim()]),
  )
  const place = placeOf(entries)
  if (JSON.stringify(place) !== JSON.stringify(placeOf(entriesOf(citizen)))) after.place_of_birth = place
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, citizen[name as keyof Citizen]]))
  return { before, after }
}
