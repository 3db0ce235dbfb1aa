import { rfc3339 } from '@nani/foundation/core/index.ts'
import { jsonBlocks } from './record-blocks.ts'
import type { Citizen, CitizenRecord } from './register.ts'

/** The columns of a citizen in the order of the statement. Dates are texts, so that no time zone changes them. */
export const citizenColumns = [
  'svc_id',
  'in_sandbox',
  'in_production',
  'status',
  'certified',
  'created_at',
  'level_of_assurance',
  'full_name',
  'first_name',
  'last_name',
  'date_of_birth::text AS date_of_birth',
  'gender',
  'nationality',
  'marital_status',
  'religion',
  'ethnicity',
  ...jsonBlocks,
] as const

/** The values of a row, in the order of `citizenColumns`. The driver needs far longer to make an object of them. */
export type CitizenValues = readonly unknown[]

type Nullable<T> = { [Key in keyof T]: T[Key] | null }

/** The columns of `citizens`: a block without data is null. */
type Columns = Omit<Citizen, keyof CitizenRecord | 'created_at'> &
  Nullable<Omit<CitizenRecord, 'biometrics'>> & {
    in_sandbox: boolean
    in_production: boolean
    created_at: Date
    biometrics: Partial<CitizenRecord['biometrics']> | null
  }

const nameOf = (column: string): string => column.split(' AS ').at(-1) as string
const places = Object.fromEntries(citizenColumns.map((column, place) => [nameOf(column), place])) as {
  [Name in keyof Columns]: number
}

const columnOf = <Name extends keyof Columns>(values: CitizenValues, name: Name): Columns[Name] =>
  values[places[name]] as Columns[Name]

/** Which calls see a citizen. */
export const visibilityOf = (values: CitizenValues): Pick<Columns, 'in_sandbox' | 'in_production'> => ({
  in_sandbox: columnOf(values, 'in_sandbox'),
  in_production: columnOf(values, 'in_production'),
})

/** The complete citizen of a row. Missing data is an empty list or null. */
export const citizenOfRow = (values: CitizenValues): Citizen => {
  const biometrics = columnOf(values, 'biometrics')
  return {
    svc_id: columnOf(values, 'svc_id'),
    status: columnOf(values, 'status'),
    certified: columnOf(values, 'certified'),
    created_at: rfc3339(columnOf(values, 'created_at').getTime()),
    level_of_assurance: columnOf(values, 'level_of_assurance'),
    full_name: columnOf(values, 'full_name'),
    first_name: columnOf(values, 'first_name'),
    last_name: columnOf(values, 'last_name'),
    date_of_birth: columnOf(values, 'date_of_birth'),
    gender: columnOf(values, 'gender'),
    nationality: columnOf(values, 'nationality'),
    documents: columnOf(values, 'documents') ?? [],
    addresses: columnOf(values, 'addresses') ?? [],
    emails: columnOf(values, 'emails') ?? [],
    phone_numbers: columnOf(values, 'phone_numbers') ?? [],
    professions: columnOf(values, 'professions') ?? [],
    place_of_birth: columnOf(values, 'place_of_birth'),
    marital_status: columnOf(values, 'marital_status'),
    languages: columnOf(values, 'languages') ?? [],
    religion: columnOf(values, 'religion'),
    ethnicity: columnOf(values, 'ethnicity'),
    parents: columnOf(values, 'parents'),
    biometrics: {
      selfie: biometrics?.selfie ?? null,
      fingerprints: biometrics?.fingerprints ?? [],
      iris: biometrics?.iris ?? [],
    },
  }
}
