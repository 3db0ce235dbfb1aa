import type { Citizen } from '../../register/register/index.ts'

/** A deleted account is not certified, whatever its status in the register (spec/disclosure#account-status). */
export const isCertified = (citizen: Citizen): boolean => citizen.certified && citizen.status !== 'deleted'

/** See spec/disclosure#account-object. */
export const accountOf = (citizen: Citizen) => ({
  svc_id: citizen.svc_id,
  status: citizen.status,
  certified: isCertified(citizen),
  created_at: citizen.created_at,
  level_of_assurance: citizen.level_of_assurance,
})

export type Account = ReturnType<typeof accountOf>
