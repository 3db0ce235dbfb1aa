import type { ComponentChildren } from 'preact'
import { useTexts } from '../../app-context.ts'
import type { Approval } from '../../contract.ts'
import { Button } from '../../parts/button.tsx'
import { Refusal } from '../../parts/notice.tsx'
import { SandboxMark } from '../../parts/sandbox-mark.tsx'
import { ScopeList } from '../../parts/scope-list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { fill } from '../../texts/fill.ts'
import { InstallationLinks, InstallationName } from './installation.tsx'

type Properties = {
  approval: Approval
  clock: ComponentChildren
  isBusy: boolean
  failed: string | null
  deny: () => void
  approve: () => void
}

/** What is asked, by an application, from a browser. Continue and Deny look alike. */
export const ApprovalQuestion = ({ approval, clock, isBusy, failed, deny, approve }: Properties) => {
  const texts = useTexts()
  const words = texts.approval
  const { application, logo, organization, scopes, browser, consent, returns_to: returnsTo } = approval
  const from = [browser.software, browser.place].filter(Boolean).join(' · ')
  return (
    <Screen title={fill(texts.notices.sign_in, { application })} logo={logo} back="">
      <InstallationName />
      <SandboxMark />
      {clock}
      <dl class="facts">
        <dt>{words.by}</dt>
        <dd>{organization}</dd>
        <dt>{words.returnsTo}</dt>
        <dd>{returnsTo}</dd>
        {from && <dt>{words.browser}</dt>}
        {from && <dd>{from}</dd>}
      </dl>
      <h2>{fill(words.receives, { application })}</h2>
      <ScopeList scopes={scopes} validDays={consent?.valid_days} />
      <Refusal code={failed} />
      <p class="quiet">{words.notYou}</p>
      <div class="pair">
        <Button kind="equal" onClick={deny} isBusy={isBusy}>
          {words.deny}
        </Button>
        <Button kind="equal" onClick={approve} isBusy={isBusy}>
          {words.approve}
        </Button>
      </div>
      <InstallationLinks />
    </Screen>
  )
}
