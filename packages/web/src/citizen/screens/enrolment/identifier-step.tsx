import { useState } from 'preact/hooks'
import { useShell } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Refusal } from '../../parts/notice.tsx'
import { useAction } from '../../use-action.ts'
import type { StepProperties } from '../enrolment-screen.tsx'
import { Delayed } from './next-message.tsx'
import { delayedUntil, startEnrolment } from './start-enrolment.ts'

export const IdentifierStep = ({ step, onStep }: StepProperties<'identifier'>) => {
  const { texts, language } = useShell()
  const { enrolment, shell } = texts
  const [identifier, setIdentifier] = useState(step.identifier ?? '')
  const [delayed, setDelayed] = useState<string | null>(null)
  const { run, isRunning, failed } = useAction()
  const start = () =>
    run(async () => {
      setDelayed(null)
      try {
        onStep({ name: 'code', ...(await startEnrolment(identifier, language)) })
      } catch (thrown) {
        const until = delayedUntil(thrown)
        if (until === null) throw thrown
        setDelayed(until)
      }
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <Refusal code={failed} />
      <Delayed until={delayed} />
      <div class="field">
        <label for="identifier">{enrolment.identifierLabel}</label>
        <input
          id="identifier"
          required
          maxLength={64}
          value={identifier}
          autoComplete="off"
          autoCapitalize="characters"
          spellcheck={false}
          aria-describedby="identifier-hint"
          onInput={({ currentTarget }) => setIdentifier(currentTarget.value)}
        />
        <p class="quiet" id="identifier-hint">
          {enrolment.identifierHint}
        </p>
      </div>
      <Button type="submit" isBusy={isRunning}>
        {isRunning ? shell.oneMoment : shell.continue}
      </Button>
    </form>
  )
}
