import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useTexts } from '../../app-context.ts'
import type { Approval } from '../../contract.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, Refusal } from '../../parts/notice.tsx'
import { SandboxMark } from '../../parts/sandbox-mark.tsx'
import { ScopeList } from '../../parts/scope-list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { fill } from '../../texts/fill.ts'
import { NumberChoice } from './number-choice.tsx'

type Properties = {
  approval: Approval
  clock: ComponentChildren
  isBusy: boolean
  failed: string | null
  deny: () => void
  approve: (number: number) => void
}

/** What is asked, by an application, from a browser. Continue and Deny look alike. */
export const ApprovalQuestion = ({ approval, clock, isBusy, failed, deny, approve }: Properties) => {
  const texts = useTexts()
  const words = texts.approval
  const { application, logo, organization, scopes, numbers, browser, consent } = approval
  const [number, setNumber] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  const from = [browser.software, browser.place].filter(Boolean).join(' · ')
  return (
    <Screen title={fill(words.title, { application })} logo={logo} back="">
      <SandboxMark />
      {clock}
      <dl class="facts">
        <dt>{words.by}</dt>
        <dd>{organization}</dd>
        {from && <dt>{words.browser}</dt>}
        {from && <dd>{from}</dd>}
      </dl>
      <h2>{fill(words.receives, { application })}</h2>
      <ScopeList scopes={scopes} validDays={consent?.valid_days} />
      <NumberChoice question={words.numberQuestion} numbers={numbers} chosen={number} onChoice={setNumber} />
      {isMissing && number === null && <Notice kind="problem">{words.pickNumber}</Notice>}
      <Refusal code={failed} />
      <p class="quiet">{words.notYou}</p>
      <div class="pair">
        <Button kind="equal" onClick={deny} isBusy={isBusy}>
          {words.deny}
        </Button>
        <Button
          kind="equal"
          isBusy={isBusy}
          onClick={() => (number === null ? setMissing(true) : approve(number))}
        >
          {words.approve}
        </Button>
      </div>
    </Screen>
  )
}
