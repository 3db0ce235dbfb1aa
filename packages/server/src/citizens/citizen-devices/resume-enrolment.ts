import { sha256 } from './codes.ts'
import { type OpenEnrolment, readOpenEnrolment } from './enrolment-rows.ts'
import { DeviceRefused } from './refused.ts'
import type { EnrolmentDependencies } from './start-enrolment.ts'

export type ResumedEnrolment = Pick<OpenEnrolment, 'state' | 'expires_at' | 'challenge' | 'citizen'>

/** Where an enrolment is, for a browser that loaded the app again. Its id is the only proof, as for every step. */
export const createResumeEnrolment =
  ({ pool }: Pick<EnrolmentDependencies, 'pool'>) =>
  async (id: string): Promise<ResumedEnrolment> => {
    const enrolment = await readOpenEnrolment(pool, sha256(id))
    if (!enrolment) throw new DeviceRefused({ code: 'enrolment_ended' })
    return enrolment
  }
