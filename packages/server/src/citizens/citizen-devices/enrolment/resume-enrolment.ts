import { idInput, resumedEnrolment } from '@nani/contract'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { defineReading } from '../../../gateway/acts/index.ts'
import type { DeviceReading } from '../device-needs.ts'
import { keyStep } from './check-face.ts'
import { sha256 } from './codes.ts'
import { readOpenEnrolment } from './enrolment-rows.ts'
import { enrolmentRate } from './stranger.ts'

/** Where an enrolment is, for a browser that loaded the app again. Its id is the only proof, as for every step. */
export const resumeEnrolment = defineReading({
  name: 'enrolments.resume',
  sentence: { en: 'Reads the next step of an enrolment', fr: 'Lit la prochaine étape d’un enrôlement' },
  actors: { system: true },
  input: idInput,
  output: resumedEnrolment,
  refusals: ['enrolment_ended', 'too_many_attempts'],
  routes: { citizen: 'GET /enrolments/{id}' },
  rateLimit: enrolmentRate,
  async read({ pool, input, needs }: DeviceReading<typeof idInput>) {
    const enrolment = await readOpenEnrolment(pool, sha256(input.id))
    if (!enrolment) throw new Refusal('enrolment_ended')
    const { state, expires_at, challenge, citizen } = enrolment
    const key = state === 'key' && challenge ? await keyStep(challenge, citizen, needs) : {}
    return { next: state, expires_at: rfc3339(expires_at.getTime()), ...key }
  },
})
