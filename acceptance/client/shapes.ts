/** The shapes of spec/disclosure#response-envelope, as far as the suite looks into them. */
export type Identifier = { type: string; value: string }

export type FileLink = { content_type: string; url: string; expires_at: string }
export type FileData = { content_type: string; data: string }

export type Document = {
  type: string
  number: string
  issued_at: string
  expires_at: string | null
  issuing_authority: string
  status: string
  image: FileLink
}

export type BasicKyc = {
  full_name: string
  first_name: string
  last_name: string
  date_of_birth: string
  age: number
  gender: string
  nationality: string
}

export type KycBlocks = {
  basic: BasicKyc
  documents: { primary?: Document; others?: Document[] }
  addresses?: Record<string, unknown>[]
  emails?: Record<string, unknown>[]
  phone_numbers?: Record<string, unknown>[]
  professions?: Record<string, unknown>[]
  place_of_birth?: Record<string, unknown>
  marital_status?: string
  languages?: string[]
  religion?: string
  ethnicity?: string
  parents?: Record<string, unknown>
  biometrics: {
    selfie?: { captured_at: string; file: FileLink }
    fingerprints?: { format: string; finger: string; file: FileLink }[]
    iris?: { format: string; eye: string; file: FileLink }[]
  }
}

export type Match = { full_name: string; date_of_birth: string; age: string; score: number }

export type KycValidation = {
  id: string
  object: string
  livemode: boolean
  reference: string | null
  status: string
  result: string
  certified_account: boolean
  identifier: Identifier
  account: {
    svc_id: string
    status: string
    certified: boolean
    created_at: string
    level_of_assurance: string
  }
  match: Match
  kyc: KycBlocks
  scopes_applied: string[]
  scopes_withheld: string[]
  purpose: string
  created_at: string
}

export type AgeVerification = Omit<KycValidation, 'match'> & {
  age_check: { threshold: number; comparison: string; method: string; assurance: string | null }
}

export type Business = {
  legal_name: string
  status: string
  identifiers: { rccm: string | null; id_nat: string | null; nif: string | null }
  officers?: { full_name: string }[]
  beneficial_owners?: { full_name: string; share: number }[]
} & Record<string, unknown>

export type KybVerification = Pick<
  KycValidation,
  'id' | 'object' | 'status' | 'result' | 'reference' | 'identifier' | 'scopes_applied' | 'scopes_withheld'
> & { match: Record<string, string>; business: Business }

export type Job<Result = KycValidation> = {
  id: string
  object: string
  service: string
  status: string
  created_at: string
  result_url: string
  result?: Result
  error?: { error: string; message: string } & Record<string, unknown>
}

export type Batch = {
  id: string
  object: string
  service: string
  status: string
  total_items: number
  processed_items: number
  succeeded_items: number
  failed_items: number
  created_at: string
  completed_at: string | null
  cancelled_at?: string | null
  results_url: string
}

export type BatchItem<Result = KycValidation> = {
  reference: string
  status: string
  result?: Result
  error?: { code: string; message: string } & Record<string, unknown>
}

export type ResultsList<Result = KycValidation> = {
  object: string
  data: BatchItem<Result>[]
  next_cursor: string | null
}
