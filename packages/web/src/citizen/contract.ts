import type { CreditProduct, Purpose, ServiceName } from '@nani/contract'
import type { HistoryKind } from './texts/texts.ts'

/* The answers of the citizen's API that the app reads. */

export type Device = { id: string; name: string; kind: 'webauthn' | 'webcrypto' }

export type Me = {
  given_name: string
  full_name: string
  svc_id_masked: string
  environment: 'sandbox' | 'production'
  device: Device
  settings: { notify_accesses: boolean }
}

export type Tier = 'protocol' | 'basic' | 'standard' | 'sensitive' | 'biometric' | 'consent'

export type Approval = {
  id: string
  application: string
  organization: string
  scopes: { name: string; tier: Tier }[]
  numbers: number[]
  browser: { software: string | null; place: string | null }
  created_at: string
  expires_at: string
  to_sign: string
  consent: { product: CreditProduct | null; valid_days: number } | null
}

export type Consent = {
  id: string
  status: 'pending' | 'approved' | 'declined' | 'expired' | 'revoked'
  organization: string
  application: string
  product: CreditProduct | null
  amount_requested: { value: number; currency: string } | null
  created_at: string
  answer_by: string | null
  consent: { granted_at: string; expires_at: string } | null
  uses: unknown[]
  to_sign?: string
}

export type ListedDevice = Device & { created_at: string; last_used_at: string | null; this_device: boolean }

export type HistoryEntry = {
  at: string
  kind: HistoryKind
  application: string
  organization: string
  scopes: string[]
}

export type Dispute = {
  id: string
  status: string
  text?: string
  created_at?: string
  answer?: string | null
  answered_at?: string | null
}

export type Access = {
  id: string
  at: string
  organization: string
  application: string
  service: ServiceName
  purpose: Purpose | 'sign_in'
  scopes: string[]
  reason: string | null
  dispute: Dispute | null
}
