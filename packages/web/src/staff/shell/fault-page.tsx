import { useSay } from '../language.tsx'
import { ErrorNotice } from '../parts/notices.tsx'
import { Page } from '../parts/page.tsx'

/** A fault of the page itself, for example a part that could not be loaded. */
export const FaultPage = ({ error }: { error: unknown }) => {
  const say = useSay()
  return (
    <Page title={say('This page failed', 'Cette page a échoué')}>
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </Page>
  )
}
