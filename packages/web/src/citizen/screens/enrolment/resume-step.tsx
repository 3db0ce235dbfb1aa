import { useEffect } from 'preact/hooks'
import { call } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { useTexts } from '../../app-context.ts'
import type { CreationOptions } from '../../device/webauthn.ts'
import { Button } from '../../parts/button.tsx'
import { Refusal } from '../../parts/notice.tsx'
import { useAction } from '../../use-action.ts'
import type { StepProperties } from '../enrolment-screen.tsx'
import { forgetEnrolment } from './enrolment-memory.ts'

type Resumed =
  | { next: 'code' }
  | { next: 'face' }
  | { next: 'key'; challenge: string; webauthn?: CreationOptions }

/** Goes on with the enrolment that was open when the app was loaded again. The server knows its step. */
export const ResumeStep = ({ step: { enrolment }, onStep }: StepProperties<'resume'>) => {
  const { shell } = useTexts()
  const { run, isRunning, failed } = useAction()
  const resume = () =>
    run(async () => {
      try {
        const { id } = enrolment
        const resumed = await call<Resumed>('GET', `/enrolments/${id}`)
        if (resumed.next === 'code') return onStep({ name: 'code', ...enrolment })
        if (resumed.next === 'face') return onStep({ name: 'face', id })
        onStep({ name: 'key', id, challenge: resumed.challenge, webauthn: resumed.webauthn })
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.code !== 'enrolment_ended') throw thrown
        forgetEnrolment()
        onStep({ name: 'identifier', identifier: enrolment.identifier })
      }
    })
  useEffect(() => void resume(), [])
  return (
    <>
      <Refusal code={failed} />
      {failed !== null && !isRunning ? (
        <Button onClick={resume}>{shell.retry}</Button>
      ) : (
        <p role="status">{shell.oneMoment}</p>
      )}
    </>
  )
}
