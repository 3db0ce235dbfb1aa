import { scopeInWords } from '@nani/contract/scope-words/scope-words'
import { useTexts } from '../../app-context.ts'
import type { Access } from '../../contract.ts'
import { dateAndTime, timeOf } from '../../texts/dates.ts'
import { count } from '../../texts/fill.ts'
import { disputeStatus } from './dispute-status.ts'

/** One time that the data of the citizen was read, in words. */
export const AccessCard = ({ access }: { access: Access }) => {
  const texts = useTexts()
  const words = texts.accesses
  const { id, at, organization, application, service, purpose, scopes, reason, read_again, dispute } = access
  return (
    <article class="card">
      <div class="card-head">
        <h3>{organization}</h3>
        <span class="quiet">{timeOf(at)}</span>
      </div>
      {purpose && <p>{texts.purposes[purpose] ?? purpose}</p>}
      <p class="quiet">
        {application} · {texts.services[service] ?? service}
      </p>
      {reason && (
        <p class="quiet">
          {words.reason} : {reason}
        </p>
      )}
      {read_again && (
        <p class="quiet">
          {count(texts, words.readAgain, read_again.times)} · {dateAndTime(read_again.last_at)}
        </p>
      )}
      {scopes.length > 0 && (
        <details>
          <summary>{words.received}</summary>
          <ul>
            {scopes.map((scope) => (
              <li key={scope}>{scopeInWords(texts.scopes, scope)}</li>
            ))}
          </ul>
        </details>
      )}
      {dispute ? (
        <a class="link" href="#/disputes">
          {disputeStatus(texts, dispute.status)}
        </a>
      ) : (
        <a class="link" href={`#/dispute/${id}`}>
          {words.dispute}
          <span class="only-heard">
            {' '}
            {organization} {timeOf(at)}
          </span>
        </a>
      )}
    </article>
  )
}
