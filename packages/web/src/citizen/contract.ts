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
  /** Devices that were added and not confirmed on this device. */
  notices?: { kind: 'device_enrolled'; device: Device & { created_at: string } }[]
}

export type Tier = 'protocol' | 'basic' | 'standard' | 'sensitive' | 'biometric' | 'consent'

export type Approval = {
  id: string
  application: string
  /** Below /logos; null: the application has none. */
  logo: string | null
  organization: string
  scopes: { name: string; tier: Tier }[]
  /** The host of the address to which the sign-in returns. */
  returns_to: string
  browser: { software: string | null; place: string | null }
  created_at: string
  expires_at: string
  to_sign: string
  consent: { product: CreditProduct | null; valid_days: number } | null
}

export type Installation = {
  name: string
  /** Below /installation-logo; null: it has none. */
  logo: string | null
  help_url: string | null
  privacy_url: string | null
}

export type Consent = {
  id: string
  status: 'pending' | 'approved' | 'declined' | 'expired' | 'revoked'
  organization: string
  application: string
  /** Below /logos; null: the application has none. */
  logo: string | null
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

export type DisputeStatus = 'open' | 'answered'

export type Dispute = {
  id: string
  status: DisputeStatus
  created_at: string
  access: Omit<Access, 'reason' | 'read_again' | 'dispute'>
  text: string
  answers: { from: 'organization' | 'installation'; at: string; text: string }[]
}

export type Access = {
  id: string
  at: string
  organization: string
  application: string
  service: ServiceName
  purpose: Purpose | 'sign_in' | null
  scopes: string[]
  reason: string | null
  /** Later reads of the same result. */
  read_again: { times: number; last_at: string } | null
  dispute: { id: string; status: DisputeStatus } | null
}
