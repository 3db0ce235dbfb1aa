import type { NetworkParty } from './network-party.ts'

const svcId = (number: string) => `COD-0000-0000-${number}`

const party = (
  changes: Pick<NetworkParty, 'case_number' | 'role' | 'case_type' | 'svc_id'> & Partial<NetworkParty>,
) => ({
  party: 0,
  case_status: 'confirmed' as const,
  confirmed_on: '2025-10-06',
  rccm: null,
  full_name: null,
  date_of_birth: null,
  nationality: null,
  ...changes,
})

/** The cases of the sandbox (spec/sandbox#test-identities): -0011 is a suspect, -0012 a victim. */
export const sandboxNetwork: readonly NetworkParty[] = [
  party({
    case_number: 'RDC-FRD-2025-000011',
    role: 'suspect',
    case_type: 'document_forgery',
    svc_id: svcId('0011'),
    full_name: 'Ilunga Banza Héritier',
    date_of_birth: '1994-03-27',
    nationality: 'COD',
  }),
  party({
    case_number: 'RDC-FRD-2025-000012',
    role: 'victim',
    case_type: 'identity_usurpation',
    confirmed_on: '2025-11-17',
    svc_id: svcId('0012'),
  }),
]
