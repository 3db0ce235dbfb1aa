import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { get } from '../client/call.ts'
import { singlePath, until, validate } from '../client/kyc.ts'
import type { KycValidation } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { callsUsed } from '../installation/usage.ts'
import type { CrashableInstallation } from './crashable-installation.ts'

const callsEachTime = 5

/** Another tenant, which calls before, during and after a fault and must not be harmed by it. */
export const createNeighbour = async (installation: CrashableInstallation) => {
  // On the other port: its calls do not wait for the connections of the load.
  const application = {
    ...(await createApplication(installation.dataDir, {
      ...{ environment: 'production', approved: true, quota: ['kyc_validation=none'] },
    })),
    base_url: installation.running().demo.production.base_url,
  }
  const accepted: string[] = []
  const unanswered: string[] = []
  const send = (idempotencyKey: string) => validate(application, '0001', {}, { idempotencyKey })

  /** A call whose result is remembered, or whose key is, when it must be sent again. */
  const call = async () => {
    const key = randomUUID()
    const answer = await send(key)
    if (answer.status === 200) accepted.push(answer.json.id)
    else if (answer.status >= 500) unanswered.push(key)
    return answer
  }
  const callWell = async () => {
    for (let count = 0; count < callsEachTime; count++) expect((await call()).status).toBe(200)
  }
  await callWell()
  return {
    application,
    call,
    /** Calls work again, what was not answered is when it is sent again, and each result is there and charged once. */
    async expectUnharmed(): Promise<void> {
      await callWell()
      for (const key of unanswered) {
        const answer = await until(
          () => send(key),
          ({ status }) => status === 200,
          { timeoutMs: 60_000 },
        )
        accepted.push(answer.json.id)
      }
      expect(new Set(accepted).size).toBe(accepted.length)
      for (const id of accepted)
        expect((await get<KycValidation>(application, `${singlePath}/${id}`)).status).toBe(200)
      expect(await callsUsed(installation.dataDir, application, 'kyc_validation')).toBe(accepted.length)
    },
  }
}
