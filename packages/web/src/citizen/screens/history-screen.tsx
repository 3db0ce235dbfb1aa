import { scopeInWords } from '@nani/contract/scope-words/scope-words'
import { useTexts } from '../app-context.ts'
import type { HistoryEntry } from '../contract.ts'
import { LoadedList } from '../parts/loaded-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { dateAndTime } from '../texts/dates.ts'
import { useLoad } from '../use-load.ts'

/** What the citizen answered, newest first. */
export const HistoryScreen = () => {
  const texts = useTexts()
  const { history } = texts
  const loaded = useLoad<{ entries: HistoryEntry[] }>('/history')
  return (
    <Screen title={history.title} back="more">
      <LoadedList loaded={loaded} isEmpty={({ entries }) => entries.length === 0} none={history.none}>
        {({ entries }) =>
          entries.map(({ at, kind, application, organization, scopes }) => (
            <article class="card" key={`${at} ${application} ${kind}`}>
              <h2>{history.kinds[kind] ?? kind}</h2>
              <p>
                {application} <span class="quiet">· {organization}</span>
              </p>
              <p class="quiet">{dateAndTime(at)}</p>
              {scopes.length > 0 && (
                <p class="quiet">{scopes.map((scope) => scopeInWords(texts.scopes, scope)).join(' · ')}</p>
              )}
            </article>
          ))
        }
      </LoadedList>
    </Screen>
  )
}
