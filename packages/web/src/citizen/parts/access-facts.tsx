import { scopeInWords } from '@nani/contract/scope-words/scope-words'
import { useTexts } from '../app-context.ts'
import type { Access, Dispute } from '../contract.ts'
import { reasonInWords } from '../screens/accesses/reason-in-words.ts'
import { dayInWords, timeOf } from '../texts/dates.ts'

/** One time that the data of the citizen was read: who, when, what for and which data. */
export const AccessFacts = ({ access }: { access: Access | Dispute['access'] }) => {
  const texts = useTexts()
  const words = texts.accesses
  const { at, organization, application, service, purpose, scopes } = access
  const reason = 'reason' in access ? reasonInWords(texts, access) : null
  return (
    <dl class="facts stacked">
      <dt>{words.organization}</dt>
      <dd>{organization}</dd>
      <dd class="quiet">
        {application} · {texts.services[service] ?? service}
      </dd>
      <dt>{words.when}</dt>
      <dd>
        {dayInWords(texts, at)}, {timeOf(at)}
      </dd>
      {purpose && <dt>{words.purpose}</dt>}
      {purpose && <dd>{texts.purposes[purpose] ?? purpose}</dd>}
      {reason && <dt>{words.reason}</dt>}
      {reason && <dd>{reason}</dd>}
      {scopes.length > 0 && <dt>{words.received}</dt>}
      {scopes.map((scope) => (
        <dd class="read" key={scope}>
          {scopeInWords(texts.scopes, scope)}
        </dd>
      ))}
    </dl>
  )
}
