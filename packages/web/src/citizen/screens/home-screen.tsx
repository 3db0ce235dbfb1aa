import { useOpenApp } from '../app-context.ts'
import { Icon, Logo } from '../parts/icon.tsx'
import { PartMissing } from '../parts/notice.tsx'
import { PendingFailure } from '../parts/pending-failure.tsx'
import { SandboxMark } from '../parts/sandbox-mark.tsx'
import { Screen } from '../parts/screen.tsx'
import { timeOf } from '../texts/dates.ts'
import { count, fill } from '../texts/fill.ts'
import { NewDevices } from './home/new-devices.tsx'
import { QuietRequests } from './home/quiet-requests.tsx'
import { RecentAccesses } from './home/recent-accesses.tsx'

/** The requests that wait for an answer, and the last accesses. */
export const HomeScreen = () => {
  const { texts, me, pending } = useOpenApp()
  const { shell } = texts
  const { approvals, consents } = pending
  const waiting = approvals.length + consents.length
  return (
    <>
      <header class="home-head">
        <Logo />
        <span class="brand">Nani</span>
      </header>
      <Screen title={fill(shell.hello, { name: me.given_name })} isFirst>
        <SandboxMark />
        <NewDevices />
        {pending.failed !== null && <PendingFailure />}
        {pending.isPartMissing && <PartMissing />}
        <div role="status">
          {pending.failed !== null ? null : !pending.isLoaded ? (
            <p class="quiet">{shell.loading}</p>
          ) : waiting === 0 && pending.isPartMissing ? null : waiting === 0 ? (
            <div class="calm">
              <Icon name="check" />
              <p class="calm-title">{shell.nothingWaiting}</p>
              <p class="quiet">{shell.nothingWaitingText}</p>
            </div>
          ) : (
            <p class="lead">{count(texts, shell.waiting, waiting)}</p>
          )}
        </div>
        {approvals.map(({ id, application, organization, created_at }) => (
          <article class="card urgent" key={id}>
            <h2>{application}</h2>
            <p class="quiet">
              {organization} · {timeOf(created_at)}
            </p>
            <p>{shell.signInRequest}</p>
            <a class="button main" href={`#/approvals/${id}`}>
              {shell.open}
            </a>
          </article>
        ))}
        {consents.map(({ id, application, organization }) => (
          <article class="card urgent" key={id}>
            <h2>{application}</h2>
            <p class="quiet">{organization}</p>
            <p>{shell.creditRequest}</p>
            <a class="button main" href={`#/consents/${id}`}>
              {shell.open}
            </a>
          </article>
        ))}
        {pending.hasQuiet && <QuietRequests />}
        <RecentAccesses />
      </Screen>
    </>
  )
}
