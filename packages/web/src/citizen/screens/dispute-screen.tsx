import { useState } from 'preact/hooks'
import { call } from '../api.ts'
import { useTexts } from '../app-context.ts'
import { Button } from '../parts/button.tsx'
import { Notice, Refusal } from '../parts/notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useAction } from '../use-action.ts'

const maxTextLength = 2000

/** Disputes one access. */
export const DisputeScreen = ({ id }: { id: string }) => {
  const { accesses, shell } = useTexts()
  const [text, setText] = useState('')
  const [isSent, setSent] = useState(false)
  const { run, isRunning, failed } = useAction()
  const send = () =>
    run(async () => {
      await call('POST', `/accesses/${id}/disputes`, { text })
      setSent(true)
    })
  if (isSent)
    return (
      <Screen key="sent" title={accesses.disputeTitle} back="accesses">
        <Notice kind="done">{accesses.disputeSent}</Notice>
        <a class="button main" href="#/disputes">
          {accesses.disputes}
        </a>
      </Screen>
    )
  return (
    <Screen title={accesses.disputeTitle} back="accesses">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p>{accesses.disputeText}</p>
        <Refusal code={failed} />
        <div class="field">
          <label for="dispute">{accesses.disputeLabel}</label>
          <textarea
            id="dispute"
            required
            rows={6}
            maxLength={maxTextLength}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
        <Button type="submit" isBusy={isRunning}>
          {isRunning ? shell.oneMoment : accesses.send}
        </Button>
      </form>
    </Screen>
  )
}
