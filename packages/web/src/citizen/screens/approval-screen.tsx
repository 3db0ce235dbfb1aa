import { useEffect, useRef, useState } from 'preact/hooks'
import { call, callWhileBusy } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { useOpenApp } from '../app-context.ts'
import type { Approval } from '../contract.ts'
import { proveText } from '../device/prove.ts'
import { namesWhatIsShown } from '../device/signed-text.ts'
import { FaceCapture } from '../face/face-capture.tsx'
import { Countdown } from '../parts/countdown.tsx'
import { PartMissing, Refusal } from '../parts/notice.tsx'
import { PendingFailure } from '../parts/pending-failure.tsx'
import { Screen } from '../parts/screen.tsx'
import { useAction } from '../use-action.ts'
import { ApprovalQuestion } from './approval/approval-question.tsx'
import { type ApprovalOutcome, ApprovalResult } from './approval/approval-result.tsx'
import { NumberStep } from './approval/number-step.tsx'
import { WrongNumber } from './approval/wrong-number.tsx'

const outcomes: Readonly<Record<string, ApprovalOutcome>> = {
  number_wrong: 'wrongNumber',
  face_not_recognised: 'notRecognised',
  approval_ended: 'ended',
  not_found: 'ended',
}

/** One request of a sign-in: what is asked, the number that the page shows, the face, the result. */
export const ApprovalScreen = ({ id }: { id: string }) => {
  const { texts, pending } = useOpenApp()
  const listed = pending.approvals.find((approval) => approval.id === id)
  // The list forgets a request as soon as it ends. The screen still shows its name.
  const seen = useRef<Approval | null>(null)
  if (listed) seen.current = listed
  const approval = seen.current
  if (approval) return <OneApproval key={id} approval={approval} isWaiting={listed !== undefined} />
  // A request of a database that does not answer has not ended.
  if (pending.isLoaded && !pending.isPartMissing)
    return (
      <Screen title={texts.approval.endedTitle} back="">
        <p>{texts.approval.endedText}</p>
        <a class="button main" href="#/">
          {texts.shell.close}
        </a>
      </Screen>
    )
  return (
    <Screen title="Nani" back="">
      {pending.failed !== null ? (
        <PendingFailure />
      ) : pending.isPartMissing ? (
        <PartMissing />
      ) : (
        <p class="quiet" role="status">
          {texts.shell.loading}
        </p>
      )}
    </Screen>
  )
}

const OneApproval = ({ approval, isWaiting }: { approval: Approval; isWaiting: boolean }) => {
  const { texts, device, pending } = useOpenApp()
  const [isAgreed, setAgreed] = useState(false)
  /** The number that the server found right. */
  const [number, setNumber] = useState(pending.typedFor(approval.id))
  const [outcome, setOutcome] = useState<ApprovalOutcome | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isCrowded, setCrowded] = useState(false)
  const { run, isRunning, failed } = useAction()

  const end = (next: ApprovalOutcome) => {
    setOutcome(next)
    void pending.reload()
  }
  // Another device or another tab has answered, or the time has passed.
  const isOver = !isWaiting && !isRunning && outcome === null
  useEffect(() => {
    if (isOver) end('ended')
  }, [isOver])
  /** An act without an outcome leads to the next step. */
  const answer = (act: () => Promise<ApprovalOutcome | null>) =>
    run(async () => {
      setFault(null)
      setCrowded(false)
      try {
        const ending = await act()
        if (ending !== null) end(ending)
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        if (thrown.code === 'face_capture') return setFault(String(thrown.context.fault))
        const ending = outcomes[thrown.code]
        if (!ending) throw thrown
        end(ending)
      }
    })
  const deny = () =>
    answer(async () => {
      await call('POST', `/approvals/${approval.id}`, { decision: 'deny' })
      return 'declined'
    })
  const check = (typed: number) =>
    answer(async () => {
      await call('POST', `/approvals/${approval.id}/number`, { number: typed })
      setNumber(typed)
      return null
    })
  const approve = (image: string) =>
    answer(async () => {
      if (!namesWhatIsShown(approval)) throw new ApiError('fault')
      const proof = await proveText(device, approval.to_sign)
      const body = { decision: 'approve', number, image, ...proof }
      const wait = { endsAt: Date.parse(approval.expires_at), onBusy: () => setCrowded(true) }
      await callWhileBusy('POST', `/approvals/${approval.id}`, body, wait)
      return 'approved'
    })

  const back = () => setAgreed(false)
  if (outcome === 'wrongNumber') return <WrongNumber id={approval.id} application={approval.application} />
  if (outcome) return <ApprovalResult outcome={outcome} application={approval.application} />
  const clock = <Countdown until={approval.expires_at} onEnd={() => !isRunning && end('ended')} />
  if (!isAgreed) {
    const approves = () => setAgreed(true)
    return <ApprovalQuestion {...{ approval, clock, deny, failed }} isBusy={isRunning} approve={approves} />
  }
  if (number === null) return <NumberStep {...{ clock, failed, back }} isBusy={isRunning} send={check} />
  return (
    <Screen key="face" title={texts.approval.faceTitle} back={back}>
      {clock}
      <Refusal code={failed} />
      <FaceCapture onImage={approve} isBusy={isRunning} {...{ isCrowded, fault }} />
    </Screen>
  )
}
