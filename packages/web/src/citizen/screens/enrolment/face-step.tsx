import { useState } from 'preact/hooks'
import { callWhileBusy, serverNow } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { useTexts } from '../../app-context.ts'
import type { CreationOptions } from '../../device/webauthn.ts'
import { FaceCapture } from '../../face/face-capture.tsx'
import { Refusal } from '../../parts/notice.tsx'
import { useAction } from '../../use-action.ts'
import type { StepProperties } from '../enrolment-screen.tsx'

const maxWaitMs = 60_000

export const FaceStep = ({ step: { id }, onStep }: StepProperties<'face'>) => {
  const { enrolment } = useTexts()
  const [fault, setFault] = useState<string | null>(null)
  const [isCrowded, setCrowded] = useState(false)
  const { run, isRunning, failed } = useAction()
  const send = (image: string) =>
    run(async () => {
      setFault(null)
      setCrowded(false)
      try {
        const wait = { endsAt: serverNow() + maxWaitMs, onBusy: () => setCrowded(true) }
        const next = await callWhileBusy<{ challenge: string; webauthn?: CreationOptions }>(
          ...(['POST', `/enrolments/${id}/face`, { image }, wait] as const),
        )
        onStep({ name: 'key', id, challenge: next.challenge, webauthn: next.webauthn })
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        if (thrown.code === 'face_capture') return setFault(String(thrown.context.fault))
        if (thrown.code === 'face_not_recognised') return onStep({ name: 'ended', reason: 'notRecognised' })
        if (thrown.code === 'enrolment_ended') return onStep({ name: 'ended', reason: 'ended' })
        throw thrown
      }
    })
  return (
    <>
      <p>{enrolment.faceText}</p>
      <Refusal code={failed} />
      <FaceCapture onImage={send} isBusy={isRunning} {...{ isCrowded, fault }} />
    </>
  )
}
