import type { DevicesDependencies } from '../device-needs.ts'
import { citizenContext } from '../devices/device-row.ts'
import { languageOf, textsOf } from '../texts.ts'
import { markOf } from './codes.ts'
import type { EnrolmentRow } from './enrolment-rows.ts'
import { phoneOf } from './start-enrolment.ts'

/**
 * Warns the telephone of the citizen. All warnings together have the share of one network: strangers cause them, and the
 * network that guesses cannot use their turns up. For an unknown identifier the same is read and written. It follows the
 * commit: a transaction that reads the register needs a second connection, and many would wait for each other.
 */
export const warnCitizen = async (
  { enrolment_hash, sealed_citizen, citizen, environment, language }: EnrolmentRow,
  { pool, vault, register, sms, codeKey }: DevicesDependencies,
): Promise<void> => {
  const svcId = vault.open(sealed_citizen, citizenContext(enrolment_hash.toString('hex'))).toString()
  const person = await register.findCitizen({ type: 'svc_id', value: svcId }, environment)
  await sms.write(pool, {
    ...{ environment, to: person && phoneOf(person), text: textsOf(languageOf(language)).guessed },
    ...{ kind: 'warning', network: markOf(codeKey, 'source', 'warnings'), recipient: citizen },
  })
}
