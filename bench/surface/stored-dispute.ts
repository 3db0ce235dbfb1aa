import type { Platform } from '@nani/foundation/platform/index.ts'
import { accessDependencies, sealDispute } from '@nani/server/citizens/accesses/index.ts'

/** A dispute of a citizen about a call of an application, as the app of citizens writes it. Returns its id. */
export const storedDispute = async (platform: Platform, applicationId: string): Promise<string> => {
  const id = platform.newId('dsp')
  const { disputesVault } = accessDependencies(platform)
  const sealed = sealDispute(disputesVault, 'Je ne connais pas cette banque. '.repeat(10), {
    ...{ application_id: applicationId, dispute_id: id },
  })
  await platform.ownerPool.query(
    `insert into access_disputes (application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at, service,
       scopes, sealed_text, created_at, changed_at)
     values ($1, $2, 'production', '\\x01', $3, current_date, now(), 'kyc_validation', '{kyc.basic}', $4, now(), now())`,
    [applicationId, id, `kyc_${id}`, sealed],
  )
  return id
}
