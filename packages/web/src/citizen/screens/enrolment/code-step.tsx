import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { useTexts } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, Refusal } from '../../parts/notice.tsx'
import { count } from '../../texts/fill.ts'
import { useAction } from '../../use-action.ts'
import type { StepProperties } from '../enrolment-screen.tsx'

const codeLength = 6

export const CodeStep = ({ step: { id }, onStep }: StepProperties<'code'>) => {
  const texts = useTexts()
  const { enrolment, shell } = texts
  const [code, setCode] = useState('')
  const [attemptsLeft, setAttemptsLeft] = useState<number | null>(null)
  const { run, isRunning, failed } = useAction()
  const send = () =>
    run(async () => {
      try {
        await call('POST', `/enrolments/${id}/code`, { code })
        onStep({ name: 'face', id })
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        if (thrown.code === 'enrolment_ended') return onStep({ name: 'ended', reason: 'ended' })
        if (thrown.code !== 'code_wrong') throw thrown
        setAttemptsLeft(Number(thrown.context.attempts_left))
        setCode('')
      }
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p>{enrolment.codeText}</p>
      <Refusal code={failed} />
      {attemptsLeft !== null && (
        <Notice kind="problem">{count(texts, enrolment.codeWrong, attemptsLeft)}</Notice>
      )}
      <div class="field">
        <label for="code">{enrolment.codeLabel}</label>
        <input
          id="code"
          class="code"
          required
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={`[0-9]{${codeLength}}`}
          maxLength={codeLength}
          onInput={({ currentTarget }) => setCode(currentTarget.value.replace(/\D/g, ''))}
        />
      </div>
      <Button type="submit" isBusy={isRunning}>
        {isRunning ? shell.oneMoment : shell.continue}
      </Button>
      <p class="quiet">{enrolment.codeMissing}</p>
      <Button kind="quiet" onClick={() => onStep({ name: 'identifier' })} isBusy={isRunning}>
        {enrolment.startAgain}
      </Button>
    </form>
  )
}
