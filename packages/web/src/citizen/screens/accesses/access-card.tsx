import { scopeInWords } from '@nani/contract/scope-words/scope-words'
import { useTexts } from '../../app-context.ts'
import type { Access } from '../../contract.ts'
import { dateAndTime, timeOf } from '../../texts/dates.ts'
import { count } from '../../texts/fill.ts'
import { disputeStatus } from './dispute-status.ts'
import type { OfOrganization } from './groups.ts'
import { reasonInWords } from './reason-in-words.ts'

/** What one organization read on one day. */
export const AccessCard = ({ organization, accesses }: OfOrganization) => (
  <article class="card">
    <h3>{organization}</h3>
    <ul class="entries">
      {accesses.map((access) => (
        <li key={access.id}>
          <OneAccess access={access} />
        </li>
      ))}
    </ul>
  </article>
)

/** One time that the data of the citizen was read, in words. */
const OneAccess = ({ access }: { access: Access }) => {
  const texts = useTexts()
  const words = texts.accesses
  const { id, at, organization, application, service, purpose, scopes, read_again, dispute, in_log } = access
  const reason = reasonInWords(texts, access)
  return (
    <>
      <div class="card-head">
        <p>{purpose ? (texts.purposes[purpose] ?? purpose) : (texts.services[service] ?? service)}</p>
        <span class="quiet">{timeOf(at)}</span>
      </div>
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
      {in_log && (
        <a class="link" href={`/api/accesses/${id}/proof`} download>
          {words.inLog}
          <span class="only-heard">
            {' '}
            {organization} {timeOf(at)}
          </span>
        </a>
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
    </>
  )
}
