import { useState } from 'preact/hooks'
import { call } from '../api.ts'
import { useOpenApp } from '../app-context.ts'
import type { Consent } from '../contract.ts'
import { Button } from '../parts/button.tsx'
import { LoadedList } from '../parts/loaded-list.tsx'
import { Notice, Refusal } from '../parts/notice.tsx'
import { Question } from '../parts/question.tsx'
import { Screen } from '../parts/screen.tsx'
import { inDigits } from '../texts/dates.ts'
import { count, fill } from '../texts/fill.ts'
import { useAction } from '../use-action.ts'
import { useLoad } from '../use-load.ts'

/** Every consent to a credit score, with the way to withdraw it. */
export const ConsentsScreen = () => {
  const { texts } = useOpenApp()
  const words = texts.consent
  const loaded = useLoad<{ consents: Consent[] }>('/consents')
  const [asked, setAsked] = useState<Consent | null>(null)
  const [isDone, setDone] = useState(false)
  const { run, failed } = useAction()
  const revoke = ({ id }: Consent) =>
    run(async () => {
      setAsked(null)
      await call('POST', `/consents/${id}/revoke`)
      setDone(true)
      await loaded.reload()
    })
  return (
    <Screen title={words.title}>
      <p class="quiet">{words.intro}</p>
      {isDone && <Notice kind="done">{words.revoked}</Notice>}
      <Refusal code={failed} />
      <LoadedList loaded={loaded} isEmpty={({ consents }) => consents.length === 0} none={words.none}>
        {({ consents }) =>
          consents.map((consent) => (
            <ConsentCard key={consent.id} consent={consent} onRevoke={() => setAsked(consent)} />
          ))
        }
      </LoadedList>
      {asked && (
        <Question
          question={fill(words.revokeQuestion, { application: asked.application })}
          answer={words.revoke}
          onAnswer={() => revoke(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Screen>
  )
}

const ConsentCard = ({ consent, onRevoke }: { consent: Consent; onRevoke: () => void }) => {
  const { texts } = useOpenApp()
  const words = texts.consent
  const { id, application, organization, product, status } = consent
  const isValid = status === 'approved' && consent.consent !== null
  return (
    <article class="card">
      <div class="card-head">
        <h2>{application}</h2>
        <span class={`status ${status}`}>{words.statuses[status]}</span>
      </div>
      <p class="quiet">
        {organization} · {product ? texts.products[product] : words.everyProduct}
      </p>
      {isValid && <p>{fill(words.validUntil, { date: inDigits(consent.consent?.expires_at ?? '') })}</p>}
      {isValid && (
        <p class="quiet">
          {consent.uses.length > 0 ? count(texts, words.uses, consent.uses.length) : words.notUsed}
        </p>
      )}
      {isValid && (
        <Button kind="quiet" onClick={onRevoke}>
          {words.revoke}
          <span class="only-heard"> {application}</span>
        </Button>
      )}
      {status === 'pending' && (
        <a class="button main" href={`#/consents/${id}`}>
          {texts.shell.open}
        </a>
      )}
    </article>
  )
}
