import type { Credentials } from '../client/credentials.ts'
import { showApplication } from './applications.ts'

type Usage = { service: string; period: string; calls_used: number }

/** What `nani applications show` says was used of a service in the current period. */
export async function callsUsed(dataDir: string, application: Credentials, service: string): Promise<number> {
  const shown = (await showApplication(dataDir, application.application_id)) as { usage: Usage[] }
  return shown.usage
    .filter((entry) => entry.service === service)
    .reduce((sum, entry) => sum + entry.calls_used, 0)
}
