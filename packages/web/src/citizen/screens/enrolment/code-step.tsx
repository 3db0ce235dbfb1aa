import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { useTexts } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, Refusal } from '../../parts/notice.tsx'
import { count } from '../../texts/fill.ts'
import { useAction } from '../../use-action.ts'
import type { StepProperties } from '../enrolment-screen.tsx'
import { onCodeOfMessage } from './code-of-message.ts'
import { NextMessage } from './next-message.tsx'

/** Eight letters or digits, with the spaces and dashes that people write. The server reads O, I and L as digits. */
const codePattern = '[ \\-]*(?:[0-9A-TV-Za-tv-z][ \\-]*){8}'
const maxLength = 20

export const CodeStep = ({ step, onStep }: StepProperties<'code'>) => {
  const texts = useTexts()
  const { enrolment, shell } = texts
  const { id } = step
  const [code, setCode] = useState('')
  useEffect(() => onCodeOfMessage(setCode), [])
  const [isOver, setOver] = useState(false)
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
        if (thrown.code === 'code_ended') return setOver(true)
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
      {isOver && <Notice kind="problem">{enrolment.codeEnded}</Notice>}
      {attemptsLeft !== null && !isOver && (
        <Notice kind="problem">{count(texts, enrolment.codeWrong, attemptsLeft)}</Notice>
      )}
      <div class="field">
        <label for="code">{enrolment.codeLabel}</label>
        <input
          id="code"
          class="code"
          required
          value={code}
          autoCapitalize="characters"
          autoComplete="one-time-code"
          spellcheck={false}
          pattern={codePattern}
          maxLength={maxLength}
          onInput={({ currentTarget }) => setCode(currentTarget.value)}
        />
      </div>
      <Button type="submit" isBusy={isRunning}>
        {isRunning ? shell.oneMoment : shell.continue}
      </Button>
      <NextMessage {...step} onStarted={(next) => onStep({ name: 'code', ...next })} />
      <Button
        kind="quiet"
        onClick={() => onStep({ name: 'identifier', identifier: step.identifier })}
        isBusy={isRunning}
      >
        {enrolment.startAgain}
      </Button>
    </form>
  )
}
