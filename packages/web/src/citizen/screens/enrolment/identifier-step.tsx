import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { useShell } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Refusal } from '../../parts/notice.tsx'
import { useAction } from '../../use-action.ts'
import type { StepProperties } from '../enrolment-screen.tsx'

export const IdentifierStep = ({ onStep }: StepProperties<'identifier'>) => {
  const { texts, language } = useShell()
  const { enrolment, shell } = texts
  const [identifier, setIdentifier] = useState('')
  const { run, isRunning, failed } = useAction()
  const start = () =>
    run(async () => {
      const { id } = await call<{ id: string }>('POST', '/enrolments', { identifier, language })
      onStep({ name: 'code', id })
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <Refusal code={failed} />
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
