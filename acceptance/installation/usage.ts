import type { Credentials } from '../client/credentials.ts'
import { showApplication } from './applications.ts'

type Usage = { service: string; period: 'day' | 'month'; used: number }

/** What `nani applications show` says was used of a service this month. */
export async function callsUsed(dataDir: string, application: Credentials, service: string): Promise<number> {
  const shown = (await showApplication(dataDir, application.application_id)) as { usage: Usage[] }
  return shown.usage.find((entry) => entry.service === service && entry.period === 'month')?.used ?? 0
}
