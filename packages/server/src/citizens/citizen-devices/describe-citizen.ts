import type { Environment } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Citizen, Register } from '../../register/register/index.ts'

/** What the app shows of its citizen. */
export type ShownCitizen = {
  given_name: string
  full_name: string
  svc_id_masked: string
  environment: Environment
}

const masked = (svcId: string): string => svcId.replace(/\d{4}-\d{4}(?=-\d{4}$)/, '••••-••••')

export const shownCitizen = (citizen: Citizen, environment: Environment): ShownCitizen => ({
  given_name: citizen.first_name,
  full_name: citizen.full_name,
  svc_id_masked: masked(citizen.svc_id),
  environment,
})

/** The citizen of a device, as the register knows them now. */
export const readOwnCitizen = async (
  svcId: string,
  environment: Environment,
  register: Pick<Register, 'findCitizen'>,
): Promise<Citizen> => {
  const citizen = await register.findCitizen({ type: 'svc_id', value: svcId }, environment)
  if (!citizen) throw new Refusal('not_found')
  return citizen
}
