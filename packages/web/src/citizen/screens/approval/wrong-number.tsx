import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { useTexts } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Notice, Refusal } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { fill } from '../../texts/fill.ts'
import { useAction } from '../../use-action.ts'
import { AnsweredWith } from './answered-with.tsx'

/** A wrong number has ended the request. Perhaps a stranger started it, and the citizen can say so. */
export const WrongNumber = ({ id, application }: { id: string; application: string }) => {
  const { approval, shell } = useTexts()
  const { run, isRunning, failed } = useAction()
  const [isReported, setReported] = useState(false)
  const report = () =>
    run(async () => {
      await call('POST', `/approvals/${id}/report`)
      setReported(true)
    })
  return (
    <Screen key="wrong-number" title={approval.wrongNumberTitle}>
      <div class="outcome">
        <Icon name="warning" />
      </div>
      <p class="lead centred">{fill(approval.wrongNumberText, { application })}</p>
      <AnsweredWith />
      <Refusal code={failed} />
      {isReported ? <Notice kind="done">{approval.reported}</Notice> : <p>{approval.notStartedText}</p>}
      {isReported ? (
        <a class="button main" href="#/">
          {shell.close}
        </a>
      ) : (
        <div class="pair">
          <Button kind="equal" onClick={report} isBusy={isRunning}>
            {approval.notStarted}
          </Button>
          <a class="button equal" href="#/">
            {shell.close}
          </a>
        </div>
      )}
    </Screen>
  )
}
