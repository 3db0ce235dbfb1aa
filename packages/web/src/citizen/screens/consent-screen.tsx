import { useState } from 'preact/hooks'
import { call } from '../api.ts'
import { ApiError, codeOf } from '../api-error.ts'
import { useOpenApp } from '../app-context.ts'
import type { Consent } from '../contract.ts'
import { proveText } from '../device/prove.ts'
import { namesConsent } from '../device/signed-text.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { LoadedContent } from '../parts/loaded-list.tsx'
import { isPartMissing, PartMissing, Refusal } from '../parts/notice.tsx'
import { SandboxMark } from '../parts/sandbox-mark.tsx'
import { Screen } from '../parts/screen.tsx'
import { amountOf, dateAndTime } from '../texts/dates.ts'
import { fill } from '../texts/fill.ts'
import { useAction } from '../use-action.ts'
import { useLoad } from '../use-load.ts'

/** One request for the consent to a credit score. */
export const ConsentScreen = ({ id }: { id: string }) => {
  const { texts } = useOpenApp()
  const loaded = useLoad<{ consents: Consent[] }>('/consents')
  const consent = loaded.content?.consents.find((one) => one.id === id && one.status === 'pending')
  if (consent) return <PendingConsent consent={consent} />
  return (
    <Screen title={texts.consent.title} back="consents">
      <LoadedContent loaded={loaded}>
        {(content) =>
          isPartMissing(content) ? <PartMissing /> : <p class="empty">{texts.approval.endedText}</p>
        }
      </LoadedContent>
    </Screen>
  )
}

type Answer = 'approved' | 'declined'

const PendingConsent = ({ consent }: { consent: Consent }) => {
  const { texts, device, pending } = useOpenApp()
  const [answered, setAnswered] = useState<Answer | 'ended' | null>(null)
  const { run, isRunning, failed } = useAction()
  const answer = (next: Answer) =>
    run(async () => {
      const isApproved = next === 'approved'
      if (isApproved && !namesConsent(consent)) throw new ApiError('fault')
      const path = `/consents/${consent.id}/${isApproved ? 'approve' : 'decline'}`
      try {
        await call('POST', path, isApproved ? await proveText(device, consent.to_sign ?? '') : {})
        setAnswered(next)
      } catch (thrown) {
        if (!['consent_ended', 'not_found'].includes(codeOf(thrown))) throw thrown
        setAnswered('ended')
      }
      void pending.reload()
    })
  if (answered) return <Answered answered={answered} />
  const words = texts.consent
  return (
    <Screen
      title={fill(texts.notices.consent, { application: consent.application })}
      logo={consent.logo}
      back=""
    >
      <SandboxMark />
      <p>{fill(words.requestText, { application: consent.application })}</p>
      <ConsentFacts consent={consent} />
      <p>{words.duration}</p>
      <Refusal code={failed} />
      <div class="pair">
        <Button kind="equal" onClick={() => answer('declined')} isBusy={isRunning}>
          {words.deny}
        </Button>
        <Button kind="equal" onClick={() => answer('approved')} isBusy={isRunning}>
          {words.approve}
        </Button>
      </div>
    </Screen>
  )
}

const ConsentFacts = ({ consent }: { consent: Consent }) => {
  const { texts } = useOpenApp()
  const words = texts.consent
  const { organization, product, amount_requested, answer_by } = consent
  return (
    <dl class="facts">
      <dt>{texts.approval.by}</dt>
      <dd>{organization}</dd>
      <dt>{words.product}</dt>
      <dd>{product ? texts.products[product] : words.everyProduct}</dd>
      {amount_requested && <dt>{words.amount}</dt>}
      {amount_requested && <dd>{amountOf(amount_requested)}</dd>}
      {answer_by && <dt>{words.answerBy}</dt>}
      {answer_by && <dd>{dateAndTime(answer_by)}</dd>}
    </dl>
  )
}

const icons = { approved: 'check', declined: 'cross', ended: 'clock' } as const

const Answered = ({ answered }: { answered: Answer | 'ended' }) => {
  const { texts } = useOpenApp()
  const { approval, consent, shell } = texts
  return (
    <Screen key="result" title={answered === 'ended' ? approval.endedTitle : consent[answered]}>
      <div class={`outcome ${answered === 'approved' ? 'good' : ''}`}>
        <Icon name={icons[answered]} />
      </div>
      {answered === 'ended' && <p class="lead centred">{approval.endedText}</p>}
      <a class="button main" href="#/">
        {shell.close}
      </a>
      <a class="button equal" href="#/consents">
        {consent.title}
      </a>
    </Screen>
  )
}
