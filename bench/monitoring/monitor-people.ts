import type { ScreenedSubject } from '@nani/engines/screening/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { createFraudStore, networkKeys } from '@nani/server/risk/fraud-network/index.ts'
import { openScreening } from '@nani/server/services/aml/index.ts'
import { seedMonitors } from './seed-monitors.ts'

/** Monitors of people of an application, against the lists that are loaded. */
export const monitorPeople = async (
  applicationId: string,
  people: readonly ScreenedSubject[],
  platform: Platform,
): Promise<void> => {
  const fraudNetwork = createFraudStore({ pool: platform.pool, ...networkKeys(platform) })
  const screening = await openScreening({ ...platform, fraudNetwork, log: console.error })
  await seedMonitors(applicationId, people, screening, platform)
  await screening.stop()
}
