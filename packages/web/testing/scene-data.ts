import type {
  Access,
  Approval,
  Consent,
  Dispute,
  HistoryEntry,
  Installation,
  ListedDevice,
  Me,
} from '../src/citizen/contract.ts'

/** Invented people and applications of the scenes. */

export const me: Me = {
  given_name: 'Espérance',
  full_name: 'Espérance Mbuyi Kalala',
  svc_id_masked: 'COD-••••-••••-0008',
  environment: 'sandbox',
  device: { id: 'dev_1', name: 'Android · Chrome', kind: 'webcrypto' },
  settings: { notify_accesses: true },
  notices: [],
}

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

export const approval = (changes: Partial<Approval> = {}): Approval => ({
  id: 'apr_1',
  application: 'Banque du Fleuve',
  logo: null,
  organization: 'Banque du Fleuve SA',
  scopes: [
    { name: 'openid', tier: 'protocol' },
    { name: 'profile', tier: 'basic' },
    { name: 'svc:kyc.addresses', tier: 'standard' },
    { name: 'svc:kyc.religion', tier: 'sensitive' },
    { name: 'svc:kyc.biometrics.selfie', tier: 'biometric' },
    { name: 'svc:credit.score', tier: 'consent' },
  ],
  returns_to: 'banque-du-fleuve.example',
  browser: { software: 'Firefox · Windows', place: 'Kinshasa' },
  created_at: inSeconds(-8),
  expires_at: inSeconds(52),
  to_sign: [
    'nani sign-in approval 1',
    'application: Banque du Fleuve (app_1)',
    'scopes: openid profile svc:kyc.addresses svc:kyc.religion svc:kyc.biometrics.selfie svc:credit.score',
    'transaction: apr_1',
    'nonce: nonce',
  ].join('\n'),
  consent: { product: null, valid_days: 30 },
  ...changes,
})

export const installation: Installation = {
  name: 'Identité nationale',
  logo: `${'b'.repeat(64)}.png`,
  help_url: 'https://aide.nani.example/',
  privacy_url: 'https://aide.nani.example/donnees',
}

export const consents = (): Consent[] => [
  {
    id: 'cnr_1',
    status: 'pending',
    organization: 'Crédit Lubumbashi',
    application: 'Micro Kazi',
    application_id: 'app_2',
    logo: 'app_2/hash.png',
    product: 'microcredit',
    amount_requested: { value: 1_250_000, currency: 'CDF' },
    created_at: '2026-11-20T09:12:00Z',
    answer_by: '2026-11-21T09:12:00Z',
    consent: null,
    uses: [],
    to_sign: [
      'nani consent approval 1',
      'application: Micro Kazi (app_2)',
      'organization: Crédit Lubumbashi',
      'product: microcredit',
      'amount: 1250000 CDF',
      'request: cnr_1',
      'valid: 30 days',
      'nonce: nonce',
    ].join('\n'),
  },
  {
    id: 'cns_2',
    status: 'approved',
    organization: 'Banque du Fleuve SA',
    application: 'Banque du Fleuve',
    application_id: 'app_1',
    logo: null,
    product: null,
    amount_requested: null,
    created_at: '2026-11-02T10:00:00Z',
    answer_by: null,
    consent: {
      method: 'svc_app',
      consent_id: 'cns_2',
      granted_at: '2026-11-02T10:00:00Z',
      expires_at: '2026-12-02T10:00:00Z',
    },
    uses: [{ at: '2026-11-03T10:00:00Z' }, { at: '2026-11-04T10:00:00Z' }],
  },
  {
    id: 'cns_3',
    status: 'revoked',
    organization: 'Télé Crédit',
    application: 'Télé Crédit',
    application_id: 'app_3',
    logo: null,
    product: 'mobile_credit',
    amount_requested: null,
    created_at: '2026-09-14T16:20:00Z',
    answer_by: null,
    consent: null,
    uses: [],
  },
]

export const devices: ListedDevice[] = [
  {
    ...me.device,
    created_at: '2026-11-01T08:00:00Z',
    last_used_at: '2026-11-22T19:41:00Z',
    this_device: true,
  },
  {
    id: 'dev_2',
    name: 'iPhone · Safari',
    kind: 'webauthn',
    created_at: '2026-06-11T08:00:00Z',
    last_used_at: '2026-06-11T08:00:00Z',
    this_device: false,
  },
]

export const history: HistoryEntry[] = [
  {
    at: '2026-11-22T19:41:00Z',
    kind: 'sign_in_approved',
    application: 'Banque du Fleuve',
    organization: 'Banque du Fleuve SA',
    scopes: ['openid', 'profile'],
  },
  {
    at: '2026-11-20T07:15:00Z',
    kind: 'sign_in_declined',
    application: 'Jeux Rapides',
    organization: 'Jeux Rapides SARL',
    scopes: ['openid', 'profile', 'svc:kyc.religion'],
  },
  {
    at: '2026-11-02T10:00:00Z',
    kind: 'consent_approved',
    application: 'Banque du Fleuve',
    organization: 'Banque du Fleuve SA',
    scopes: [],
  },
]

const access = (id: string, changes: Partial<Access>): Access => ({
  id,
  at: '2026-11-22T19:41:00Z',
  organization: 'Banque du Fleuve SA',
  application: 'Banque du Fleuve',
  service: 'sso_login',
  purpose: 'sign_in',
  scopes: ['profile'],
  reason: null,
  read_again: null,
  in_log: true,
  dispute: null,
  ...changes,
})

export const accesses: Access[] = [
  access('acc_1', {
    scopes: ['kyc.basic', 'kyc.biometrics.selfie', 'credit.score'],
    reason: 'Approval of a sign-in by its citizen',
  }),
  access('acc_2', {
    at: '2026-11-22T09:03:00Z',
    service: 'kyc_validation',
    purpose: 'customer_onboarding',
    scopes: ['kyc.basic', 'kyc.addresses', 'kyc.documents.primary'],
    read_again: { times: 2, last_at: '2026-11-22T17:20:00Z' },
  }),
  access('acc_3', {
    at: '2026-11-14T12:30:00Z',
    organization: 'Agence de Recouvrement Nord',
    application: 'Guichet',
    service: 'face_recognition',
    purpose: 'account_recovery',
    scopes: ['kyc.basic'],
    reason: 'Le client a perdu son téléphone.',
    dispute: { id: 'dsp_1', status: 'open' },
  }),
]

export const accessForCredit: Access = access('acc_4', {
  organization: 'Crédit Lubumbashi',
  application: 'Micro Kazi',
  service: 'credit_scoring',
  purpose: 'credit_assessment',
  scopes: ['kyc.basic'],
})

const disputed = ({ id, at, organization, application, service, purpose, scopes }: Access) => ({
  ...{ id, at, organization, application, service, purpose, scopes },
})

export const disputes: Dispute[] = [
  {
    id: 'dsp_1',
    status: 'open',
    created_at: '2026-11-15T08:00:00Z',
    access: disputed(access('acc_3', { organization: 'Agence de Recouvrement Nord' })),
    text: 'Je ne connais pas cette agence.',
    answers: [],
    answer: null,
    answered_at: null,
  },
  {
    id: 'dsp_2',
    status: 'answered',
    created_at: '2026-10-01T08:00:00Z',
    access: disputed(access('acc_4', { at: '2026-09-30T15:00:00Z' })),
    text: 'Je n’ai pas ouvert de compte ce jour-là.',
    answers: [
      {
        from: 'organization',
        at: '2026-10-03T10:00:00Z',
        text: 'Votre compte a été mis à jour à votre demande, en agence.',
      },
    ],
    answer: 'Votre compte a été mis à jour à votre demande, en agence.',
    answered_at: '2026-10-03T10:00:00Z',
  },
]

/** A person whose identity got a further device. */
export const meWithNewDevice: Me = {
  ...me,
  notices: [
    {
      kind: 'device_enrolled',
      device: { id: 'dev_3', name: 'Windows · Edge', kind: 'webauthn', created_at: '2026-11-22T22:10:00Z' },
    },
  ],
}
