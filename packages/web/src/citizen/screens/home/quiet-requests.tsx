import { useState } from 'preact/hooks'
import { useOpenApp } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, Refusal } from '../../parts/notice.tsx'
import { useAction } from '../../use-action.ts'

/** After too many requests without an answer, a request no longer announces itself. Its number leads to it. */
export const QuietRequests = () => {
  const { texts, pending } = useOpenApp()
  const { shell } = texts
  const [number, setNumber] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { run, isRunning, failed } = useAction()
  const find = () =>
    run(async () => {
      setMissing(false)
      setMissing(!(await pending.find(Number(number))))
      setNumber('')
    })
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        void find()
      }}
    >
      <h2>{shell.quietTitle}</h2>
      <p>{shell.quietText}</p>
      <Refusal code={failed} />
      {isMissing && <Notice kind="problem">{shell.noneFound}</Notice>}
      <div class="field">
        <label for="quiet-number">{shell.quietLabel}</label>
        <input
          id="quiet-number"
          class="code"
          required
          inputMode="numeric"
          autoComplete="off"
          pattern="[0-9]{2}"
          maxLength={2}
          value={number}
          onInput={({ currentTarget }) => setNumber(currentTarget.value.replace(/\D/g, ''))}
        />
      </div>
      <Button type="submit" kind="equal" isBusy={isRunning}>
        {shell.find}
      </Button>
    </form>
  )
}
