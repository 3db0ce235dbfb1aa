import { useEffect, useState } from 'preact/hooks'
import { serverNow } from '../../api.ts'
import { useShell } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, Refusal } from '../../parts/notice.tsx'
import { dateAndTime, timeOf } from '../../texts/dates.ts'
import { fill } from '../../texts/fill.ts'
import { useAction } from '../../use-action.ts'
import type { RememberedEnrolment } from './enrolment-memory.ts'
import { delayedUntil, startEnrolment } from './start-enrolment.ts'

const halfDayMs = 43_200_000

/** The time of a day, with its date if it is far away. */
export const soonTime = (at: string): string =>
  Date.parse(at) - serverNow() > halfDayMs ? dateAndTime(at) : timeOf(at)

const isDue = (at: string): boolean => serverNow() >= Date.parse(at)

/** No message can leave now: says when the next one can. */
export const Delayed = ({ until }: { until: string | null }) => {
  const { texts } = useShell()
  if (until === null) return null
  return <Notice kind="problem">{fill(texts.enrolment.messageDelayed, { time: soonTime(until) })}</Notice>
}

type Properties = {
  identifier: string
  nextMessageAt: string
  onStarted: (enrolment: RememberedEnrolment) => void
}

/** Says when the next message is possible, and sends it then. */
export const NextMessage = ({ identifier, nextMessageAt, onStarted }: Properties) => {
  const { texts, language } = useShell()
  const { enrolment, shell } = texts
  const [at, setAt] = useState(nextMessageAt)
  const [canSend, setCanSend] = useState(isDue(at))
  const [delayed, setDelayed] = useState<string | null>(null)
  const { run, isRunning, failed } = useAction()
  useEffect(() => {
    setCanSend(isDue(at))
    const timer = setInterval(() => setCanSend(isDue(at)), 1_000)
    return () => clearInterval(timer)
  }, [at])
  const send = () =>
    run(async () => {
      try {
        onStarted(await startEnrolment(identifier, language))
      } catch (thrown) {
        const until = delayedUntil(thrown)
        if (until === null) throw thrown
        setDelayed(until)
        setAt(until)
      }
    })
  return (
    <>
      <Refusal code={failed} />
      <Delayed until={delayed} />
      {canSend ? (
        <Button kind="quiet" onClick={send} isBusy={isRunning}>
          {isRunning ? shell.oneMoment : enrolment.sendAgain}
        </Button>
      ) : (
        <p class="quiet">{fill(enrolment.nextMessage, { time: soonTime(at) })}</p>
      )}
    </>
  )
}
