import type { Purpose, Scope, ServiceName } from '@nani/contract'

export type ListedDispute = {
  id: string
  status: 'open' | 'answered'
  environment: 'sandbox' | 'production'
  application_id: string
  created_at: string
  changed_at: string
  access: {
    id: string
    at: string
    organization: string
    application: string
    service: ServiceName
    purpose: Purpose | null
    scopes: Scope[]
  }
}

export type ShownDispute = ListedDispute & {
  text: string
  answers: { from: 'organization' | 'installation'; at: string; text: string }[]
}
