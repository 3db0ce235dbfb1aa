import type { Credentials } from '../client/credentials.ts'
import { showApplication } from './applications.ts'

type Usage = { service: string; period: 'day' | 'month'; used: number }

/** The usage of a service in this month, from `nani applications show`. */
export const callsUsed = async (
  dataDir: string,
  application: Credentials,
  service: string,
): Promise<number> => {
  const shown = (await showApplication(dataDir, application.application_id)) as { usage: Usage[] }
  return shown.usage.find((entry) => entry.service === service && entry.period === 'month')?.used ?? 0
}
