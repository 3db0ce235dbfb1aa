import { useOpenApp } from '../app-context.ts'
import { useAction } from '../use-action.ts'
import { Button } from './button.tsx'
import { Refusal } from './notice.tsx'

/** Requests cannot be read now: the reason, and a further attempt. */
export const PendingFailure = () => {
  const { texts, pending } = useOpenApp()
  const { run, isRunning } = useAction()
  return (
    <>
      <Refusal code={pending.failed} />
      <Button kind="equal" onClick={() => run(pending.reload)} isBusy={isRunning}>
        {isRunning ? texts.shell.oneMoment : texts.shell.retry}
      </Button>
    </>
  )
}
