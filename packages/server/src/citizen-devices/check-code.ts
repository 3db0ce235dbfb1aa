import { codeHash, sha256 } from './codes.ts'
import { readEnrolment, tryCode } from './enrolment-rows.ts'
import { DeviceRefused } from './refused.ts'
import type { EnrolmentDependencies } from './start-enrolment.ts'

/** Compares the code of the message. A few wrong ones end the enrolment. */
export const createCheckCode =
  ({ pool, codeKey }: Pick<EnrolmentDependencies, 'pool' | 'codeKey'>) =>
  async (id: string, code: string): Promise<void> => {
    const hash = sha256(id)
    const enrolment = await readEnrolment(pool, hash, 'code')
    const tried = enrolment && (await tryCode(pool, hash, codeHash(codeKey, enrolment.code_id, code)))
    if (!tried) throw new DeviceRefused({ code: 'enrolment_ended' })
    if (tried.right) return
    const { attempts_left } = tried
    throw new DeviceRefused(
      attempts_left > 0 ? { code: 'code_wrong', attempts_left } : { code: 'enrolment_ended' },
    )
  }
