import { useState } from 'preact/hooks'
import { call } from '../api.ts'
import { useTexts } from '../app-context.ts'
import type { Access } from '../contract.ts'
import { AccessFacts } from '../parts/access-facts.tsx'
import { Button } from '../parts/button.tsx'
import { LoadedContent } from '../parts/loaded-list.tsx'
import { isPartMissing, Notice, PartMissing, Refusal } from '../parts/notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useAction } from '../use-action.ts'
import { useLoad } from '../use-load.ts'
import { disputeStatus } from './accesses/dispute-status.ts'

const maxTextLength = 2000

/** Disputes one access. It is shown, so that the citizen knows which one. */
export const DisputeScreen = ({ id }: { id: string }) => {
  const texts = useTexts()
  const words = texts.accesses
  const loaded = useLoad<Access>(`/accesses/${id}`)
  const [isSent, setSent] = useState(false)
  if (isSent)
    return (
      <Screen key="sent" title={words.disputeTitle} back="accesses">
        <Notice kind="done">{words.disputeSent}</Notice>
        <a class="button main" href="#/disputes">
          {words.disputes}
        </a>
      </Screen>
    )
  return (
    <Screen title={words.disputeTitle} back="accesses">
      <LoadedContent loaded={loaded}>
        {(access) => (
          <>
            {isPartMissing(access) && <PartMissing />}
            <AccessFacts access={access} />
            {access.dispute ? (
              <a class="link" href="#/disputes">
                {disputeStatus(texts, access.dispute.status)}
              </a>
            ) : (
              <DisputeForm id={id} onSent={() => setSent(true)} />
            )}
          </>
        )}
      </LoadedContent>
    </Screen>
  )
}

const DisputeForm = ({ id, onSent }: { id: string; onSent: () => void }) => {
  const { accesses, shell } = useTexts()
  const [text, setText] = useState('')
  const { run, isRunning, failed } = useAction()
  const send = () =>
    run(async () => {
      await call('POST', `/accesses/${id}/disputes`, { text })
      onSent()
    })
  return (
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
  )
}
