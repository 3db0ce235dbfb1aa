import type { AccountStatus, Citizen, LevelOfAssurance } from '../../register/index.ts'
import { emptyRecord } from '../../register/index.ts'
import { type Draws, drawsOf, hashOf, mix } from '../draws.ts'
import { birthMs, dayMs, enrolledMs, isoDate, recentMs, referenceMs } from './dates.ts'
import { citizenDocuments } from './documents.ts'
import { ethnicities, professions, religions } from './lives.ts'
import { type NumberSeries, numberSeries } from './numbers.ts'
import { parentName, personName } from './person-name.ts'
import { avenues, type City, cities, quartiers } from './places.ts'
import { fingerprintSets, irisSetsStored, selfieFiles } from './shared-files.ts'
import { weightedChoice } from './weighted-choice.ts'

const home = weightedChoice(cities.map((city) => ({ value: city, weight: city.weight })))
const status = weightedChoice<AccountStatus>([
  { value: 'active', weight: 960 },
  { value: 'suspended', weight: 15 },
  { value: 'paused', weight: 12 },
  { value: 'deleted', weight: 13 },
])
const assurance = weightedChoice<LevelOfAssurance>([
  { value: 'LOA2', weight: 25 },
  { value: 'LOA3', weight: 55 },
  { value: 'LOA4', weight: 20 },
])
const yearMs = 365.25 * dayMs

/**
 * Creates citizens of a synthetic population. Citizen `index` of a seed is always the same, independent of the others.
 * Identity and document numbers are unique and differ from those of the sandbox people.
 */
export const citizenSource = (seed: string): ((index: number) => Citizen) => {
  const numbers = numberSeries(seed)
  const start = hashOf(`${seed} citizens`)
  return (index) => generateCitizen(drawsOf(mix(start ^ mix(index))), numbers, index)
}

const generateCitizen = (draws: Draws, numbers: NumberSeries, index: number): Citizen => {
  const origin = home(draws)
  const region = origin.region === 'bandundu' ? anyRegion(draws, origin) : origin.region
  const gender = draws.chance(0.505) ? 'female' : 'male'
  const name = personName(draws, region, gender)
  const bornMs = birthMs(draws)
  const ageYears = (referenceMs - bornMs) / yearMs
  const state = status(draws)
  const citizen: Citizen = {
    svc_id: numbers.svcId(index),
    status: state,
    certified: state !== 'deleted' && draws.chance(0.98),
    created_at: new Date(enrolledMs(draws, bornMs)).toISOString(),
    level_of_assurance: assurance(draws),
    full_name: `${name.last_name} ${name.first_name}`,
    ...name,
    date_of_birth: isoDate(bornMs),
    gender,
    nationality: draws.chance(0.985) ? 'COD' : draws.pick(['AGO', 'COG', 'RWA', 'BDI', 'ZMB', 'UGA']),
    ...emptyRecord(),
  }
  // Some people have little data: they enrolled once, with at most an elector's card.
  const known = draws.chance(0.12) ? 0.15 : 1
  if (draws.chance(Math.max(known, 0.4)))
    citizen.documents = citizenDocuments(draws, { numbers, index, bornMs, ageYears })
  const background = { numbers, index, origin, region, known, ageYears }
  addContacts(citizen, draws, background)
  addLife(citizen, draws, background)
  addBiometrics(citizen, draws, known)
  return citizen
}

/** Kinshasa and its surroundings have people of every region. */
const anyRegion = (draws: Draws, origin: City): City['region'] =>
  draws.chance(0.4) ? origin.region : home(draws).region

type Background = {
  numbers: NumberSeries
  index: number
  origin: City
  region: City['region']
  /** The share of the data that is recorded. */
  known: number
  ageYears: number
}

const addContacts = (
  citizen: Citizen,
  draws: Draws,
  { numbers, index, origin, known, ageYears }: Background,
) => {
  if (draws.chance(0.94 * known)) {
    const where = draws.chance(0.75) ? origin : home(draws)
    citizen.addresses.push({
      type: 'residential',
      province: where.province,
      city: where.city,
      commune: draws.pick(where.communes),
      quartier: draws.pick(quartiers),
      avenue: draws.pick(avenues),
      number: `${1 + draws.below(180)}${draws.chance(0.06) ? ' bis' : ''}`,
      is_primary: true,
      verified_at: draws.chance(0.6) ? `${isoDate(recentMs(draws, 4))}T08:00:00.000Z` : null,
    })
  }
  if (ageYears < 14) return
  if (draws.chance(0.92 * Math.max(known, 0.5))) {
    const phones = draws.chance(0.3) ? ([0, 1] as const) : ([0] as const)
    citizen.phone_numbers = phones.map((which) => ({
      ...numbers.phone(index, which),
      is_primary: which === 0,
      verified: which === 0 ? draws.chance(0.9) : draws.chance(0.4),
    }))
  }
  if (draws.chance(0.22 * known)) {
    const local = asciiOf(`${citizen.first_name}.${citizen.last_name}`)
    citizen.emails.push({
      address: `${local}${1 + draws.below(99)}@example.cd`,
      is_primary: true,
      verified: draws.chance(0.7),
    })
  }
}

const asciiOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z. -]/g, '')
    .replace(/[ -]/g, '.')
    .toLowerCase()

const addLife = (citizen: Citizen, draws: Draws, { origin, region, known, ageYears }: Background) => {
  if (draws.chance(0.9 * known))
    citizen.place_of_birth = { country: 'COD', province: origin.province, city: origin.city }
  if (draws.chance(0.85 * known))
    citizen.languages = draws.chance(0.72) ? ['fra', origin.language] : [origin.language]
  if (draws.chance(0.5 * known)) citizen.religion = draws.pick(religions)
  if (draws.chance(0.4 * known)) citizen.ethnicity = draws.pick(ethnicities[region])
  if (draws.chance(0.8 * known)) {
    const nom = citizen.last_name.split(' ')[0] as string
    citizen.parents = {
      father_name: draws.chance(0.95) ? parentName(draws, region, 'male', nom) : null,
      mother_name: draws.chance(0.97)
        ? parentName(
            draws,
            region,
            'female',
            personName(draws, region, 'female').last_name.split(' ')[0] as string,
          )
        : null,
    }
  }
  if (ageYears < 18) return
  if (draws.chance(0.85 * known)) citizen.marital_status = maritalStatus(draws, ageYears)
  if (!draws.chance(0.7 * known)) return
  const profession = draws.pick(professions)
  const employed = profession.employers.length > 0 && draws.chance(0.8)
  citizen.professions.push({
    title: (citizen.gender === 'female' && profession.feminine) || profession.title,
    employer: employed ? draws.pick(profession.employers) : null,
    sector: profession.sector,
    since: isoDate(recentMs(draws, Math.min(25, ageYears - 17))),
  })
}

const maritalStatus = (draws: Draws, ageYears: number): Citizen['marital_status'] => {
  const drawn = draws.fraction()
  if (drawn < Math.max(0.08, 1.1 - ageYears / 32)) return 'single'
  if (ageYears > 45 && drawn > 1 - (ageYears - 45) / 100) return 'widowed'
  return draws.chance(0.06) ? 'divorced' : 'married'
}

const addBiometrics = (citizen: Citizen, draws: Draws, known: number) => {
  if (draws.chance(0.8 * known))
    citizen.biometrics.selfie = { captured_at: citizen.created_at, file: draws.pick(selfieFiles) }
  if (draws.chance(0.35 * known)) citizen.biometrics.fingerprints = draws.pick(fingerprintSets)
  if (draws.chance(0.05 * known)) citizen.biometrics.iris = draws.pick(irisSetsStored)
}
