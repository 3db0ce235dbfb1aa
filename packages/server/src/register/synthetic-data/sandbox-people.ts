import type { Citizen } from '../register/index.ts'
import { bareCitizen, keep, ordinaryCitizen, sandboxDocument, sandboxSvcId } from './sandbox-citizen.ts'
import { fingerFile, fingers, irisFile } from './synthetic-files/index.ts'

/** The result of a call, in words, by the name of the service. */
export type Yields = Record<string, string>

/** One test identity (spec/sandbox#test-identities): its person, or the failure that the register simulates. */
export type PersonScenario = {
  svc_id: string
  yields: Yields
  outcome: { citizen: Citizen } | 'absent' | 'register_unavailable' | 'internal_error'
  /** What becomes of a request for approval, of a consent or a sign-in. Absent: it is approved. */
  approval?: Approval
}

export type Approval = 'approves' | 'declines' | 'never'

/** The screening result of an ordinary Congolese citizen: the country only. */
const ordinary = 'low; the one hit is the country, which FATF monitors'
const unknown = 'low; no certified name, so that nothing is screened by name'
const verified: Yields = {
  kyc_validation: 'verified',
  age_verification: 'over_threshold',
  aml_screening: ordinary,
  sso_login: 'approved after 2 s',
}
const unknownAtSignIn = 'unknown; access_denied after 60 s'
const goma = {
  province: 'Nord-Kivu',
  city: 'Goma',
  commune: 'Karisimbi',
  quartier: 'Katoyi',
  avenue: 'Ndosho',
}
const lubumbashi = {
  province: 'Haut-Katanga',
  city: 'Lubumbashi',
  commune: 'Kampemba',
  quartier: 'Bel-Air',
  avenue: 'Kasapa',
}
const kinshasa = {
  province: 'Kinshasa',
  city: 'Kinshasa',
  commune: 'Lemba',
  quartier: 'Righini',
  avenue: 'By-Pass',
}

const everyScope = (): Citizen => {
  const basics = {
    first_name: 'Jean-Pierre',
    last_name: 'Kabeya Ilunga',
    date_of_birth: '1988-07-21',
    gender: 'male' as const,
  }
  const ordinary = ordinaryCitizen('0001', basics, kinshasa)
  return {
    ...ordinary,
    level_of_assurance: 'LOA4',
    documents: [
      sandboxDocument('national_id', 'SXNID0000001', true),
      sandboxDocument('passport', 'SX0000001'),
      sandboxDocument('ceni', '00000000001'),
      sandboxDocument('driving_licence', 'SXPC0000001'),
    ],
    addresses: [
      ...ordinary.addresses,
      {
        type: 'postal',
        province: 'Kinshasa',
        city: 'Kinshasa',
        commune: 'Gombe',
        quartier: 'Centre-ville',
        avenue: 'Colonel Lukusa',
        number: '4',
        is_primary: false,
        verified_at: null,
      },
    ],
    emails: [{ address: 'jp.kabeya@example.cd', is_primary: true, verified: true }],
    phone_numbers: [
      ...ordinary.phone_numbers,
      { number: '+243990000001', operator: 'Airtel', is_primary: false, verified: false },
    ],
    professions: [
      { title: 'Comptable', employer: 'Établissements Mosaka', sector: 'commerce', since: '2015-09-01' },
    ],
    place_of_birth: { country: 'COD', province: 'Kasaï-Oriental', city: 'Mbuji-Mayi' },
    marital_status: 'married',
    languages: ['fra', 'lin', 'lua'],
    religion: 'Catholique',
    ethnicity: 'Luba',
    parents: { father_name: 'Kabeya Mutombo Albert', mother_name: 'Ngalula Tshiala Marie' },
    biometrics: {
      selfie: ordinary.biometrics.selfie,
      fingerprints: fingers.map((finger) => ({
        format: 'ISO_19794_2' as const,
        finger,
        file: keep(fingerFile('sandbox 0001', finger)),
      })),
      iris: (['left', 'right'] as const).map((eye) => ({
        format: 'ISO_19794_6' as const,
        eye,
        file: keep(irisFile('sandbox 0001', eye)),
      })),
    },
  }
}

const named = (last_name: string, first_name: string, gender: Citizen['gender'], date_of_birth: string) => ({
  first_name,
  last_name,
  date_of_birth,
  gender,
})

const person = (citizen: Citizen, yields: Yields): PersonScenario => ({
  svc_id: citizen.svc_id,
  yields,
  outcome: { citizen },
})

const withoutAccount = (
  number: string,
  outcome: Exclude<PersonScenario['outcome'], object>,
  yields: Yields,
): PersonScenario => ({ svc_id: sandboxSvcId(number), yields, outcome })

const everywhere = (answer: string): Yields => ({
  kyc_validation: answer,
  age_verification: answer,
  aml_screening: answer,
  sso_login: 'server_error at once',
})

/** The only declaration of the sandbox people of spec/sandbox#test-identities. */
export const personScenarios: readonly PersonScenario[] = [
  person(everyScope(), {
    ...verified,
    kyc_validation: 'verified; every scope holds data',
    face_recognition: 'match with examples/faces/jean-pierre-today.jpg',
  }),
  person(
    ordinaryCitizen('0002', named('Mbuyi Kalala', 'Chantal', 'female', '1992-11-03'), lubumbashi, {
      certified: false,
      level_of_assurance: 'LOA2',
    }),
    {
      kyc_validation: 'not_certified',
      age_verification: 'not_certified',
      aml_screening: unknown,
      sso_login: unknownAtSignIn,
    },
  ),
  person(bareCitizen('0003', named('Ngoma Matondo', 'Alphonse', 'male', '1979-04-17')), {
    ...verified,
    kyc_validation: 'verified; basic KYC only, every additional scope is in scopes_withheld',
    sso_login: `${unknownAtSignIn}, because no portrait is enrolled`,
  }),
  person(
    ordinaryCitizen('0004', named('Kavira Musubao', 'Espérance', 'female', '1985-01-30'), goma, {
      status: 'suspended',
      languages: ['fra', 'swa'],
      documents: [sandboxDocument('passport', 'SX0000004', true)],
    }),
    { ...verified, kyc_validation: 'verified; account.status is suspended' },
  ),
  person(
    ordinaryCitizen('0005', named('Bolamba Ekila', 'Dieudonné', 'male', '1990-08-09'), kinshasa, {
      status: 'paused',
      documents: [sandboxDocument('driving_licence', 'SXPC0000005', true)],
    }),
    { ...verified, kyc_validation: 'verified; account.status is paused' },
  ),
  person(
    ordinaryCitizen('0006', named('Tshibangu wa Mulumba', 'Félicien', 'male', '1968-12-25'), lubumbashi, {
      status: 'deleted',
      certified: false,
      documents: [sandboxDocument('national_id', 'SXNID0000006', true)],
    }),
    {
      kyc_validation: 'not_certified; account.status is deleted',
      age_verification: 'not_certified',
      aml_screening: unknown,
      sso_login: unknownAtSignIn,
    },
  ),
  person(
    // Under 18 until 14 June 2037; too young for an elector's card.
    ordinaryCitizen('0007', named('Nsimba Luzolo', 'Grâce', 'female', '2019-06-15'), kinshasa, {
      documents: [sandboxDocument('passport', 'SX0000007', true)],
      phone_numbers: [],
      parents: { father_name: 'Luzolo Mavungu Trésor', mother_name: 'Nlandu Mbumba Clarisse' },
    }),
    {
      kyc_validation: 'verified; a minor until 2037-06-14',
      age_verification: 'under_threshold (18)',
      aml_screening: ordinary,
      sso_login: 'approved after 2 s; access_denied for sensitive and biometric scopes and svc:credit.score',
    },
  ),
  person(
    ordinaryCitizen('0008', named('Mwamba Kasongo', 'Patient', 'male', '1983-05-12'), lubumbashi, {
      professions: [{ title: 'Commerçant', employer: null, sector: 'commerce', since: '2011-01-10' }],
    }),
    { ...verified, credit_scoring: 'completed; consent cns_sandbox_valid is always valid' },
  ),
  person(ordinaryCitizen('0009', named('Baraka Mutabazi', 'Janvier', 'male', '1974-02-02'), goma), {
    ...verified,
    aml_screening: 'high; on a sanctions list',
    credit_scoring: 'completed with a consent; score at most 350, band E, sanctions_exposure leads',
  }),
  person(
    ordinaryCitizen('0010', named('Lokwa Bongongo', 'Sylvestre', 'male', '1961-10-18'), kinshasa, {
      professions: [
        {
          title: 'Député national',
          employer: 'Assemblée nationale',
          sector: 'administration',
          since: '2019-01-28',
        },
      ],
    }),
    {
      ...verified,
      aml_screening: 'medium; a domestic PEP',
      credit_scoring: 'completed with a consent; pep is true, which changes no score',
    },
  ),
  person(ordinaryCitizen('0011', named('Ilunga Banza', 'Héritier', 'male', '1994-03-27'), lubumbashi), {
    ...verified,
    aml_screening: 'medium; suspect in a confirmed fraud case, which is a watchlists hit',
    fraud_reporting: 'suspect in a confirmed fraud case',
    credit_scoring: 'completed with a consent; 150 points less, fraud_history leads',
  }),
  person(ordinaryCitizen('0012', named('Masika Kahindo', 'Rachel', 'female', '1987-09-08'), goma), {
    ...verified,
    aml_screening: 'low; fraud_signals.identity_fraud_victim is true, which raises nothing',
    fraud_reporting: 'identity-fraud victim',
    credit_scoring: 'completed with a consent; identity_fraud_victim is true, which changes no score',
  }),
  person(ordinaryCitizen('0013', named('Mfumu Ntoto', 'Béatrice', 'female', '2001-06-30'), kinshasa), {
    ...verified,
    credit_scoring: 'completed; no credit data, data_sources is empty',
    face_recognition: 'match with examples/faces/beatrice-today.jpg',
  }),
  {
    ...person(ordinaryCitizen('0014', named('Kitoko Mboyo', 'Arsène', 'male', '1991-12-04'), lubumbashi), {
      ...verified,
      credit_scoring: 'consent_required; declines every request for approval',
      sso_login: 'declined after 2 s',
    }),
    approval: 'declines',
  },
  {
    ...person(ordinaryCitizen('0015', named('Safi Nabintu', 'Odette', 'female', '1980-03-19'), goma), {
      ...verified,
      credit_scoring: 'consent_required; never answers a request for approval',
      sso_login: 'no answer; access_denied after 60 s',
    }),
    approval: 'never',
  },
  withoutAccount('0404', 'absent', {
    ...everywhere('not_found'),
    aml_screening: unknown,
    sso_login: unknownAtSignIn,
  }),
  withoutAccount('0500', 'internal_error', everywhere('500 internal_error')),
  withoutAccount('0502', 'register_unavailable', everywhere('502 register_unavailable')),
]
