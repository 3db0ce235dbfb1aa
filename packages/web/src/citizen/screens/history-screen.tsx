import { scopeInWords } from '@nani/contract/scope-words/scope-words'
import { useTexts } from '../app-context.ts'
import type { HistoryEntry } from '../contract.ts'
import { Button } from '../parts/button.tsx'
import { LoadedList } from '../parts/loaded-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { dateAndTime } from '../texts/dates.ts'
import { fill } from '../texts/fill.ts'
import { useParts } from '../use-parts.ts'

/** What the citizen answered, newest first. */
export const HistoryScreen = () => {
  const texts = useTexts()
  const { history } = texts
  const loaded = useParts<HistoryEntry>('/history')
  return (
    <Screen title={history.title} back="more">
      <LoadedList loaded={loaded} isEmpty={({ entries }) => entries.length === 0} none={history.none}>
        {({ entries, next_cursor }) => (
          <>
            {entries.map((entry) => (
              <AnswerCard key={`${entry.at} ${entry.application} ${entry.kind}`} entry={entry} />
            ))}
            {next_cursor && (
              <Button kind="equal" onClick={loaded.loadMore}>
                {texts.accesses.more}
              </Button>
            )}
          </>
        )}
      </LoadedList>
    </Screen>
  )
}

const AnswerCard = ({ entry }: { entry: HistoryEntry }) => {
  const { history, scopes: words } = useTexts()
  const { at, kind, application, organization, scopes } = entry
  const data = scopes.map((scope) => scopeInWords(words, scope)).join(' · ')
  return (
    <article class="card">
      <h2>{history.kinds[kind] ?? kind}</h2>
      <p>
        {application} <span class="quiet">· {organization}</span>
      </p>
      <p class="quiet">{dateAndTime(at)}</p>
      {scopes.length > 0 && (
        <p class="quiet">{fill(kind === 'sign_in_approved' ? history.given : history.asked, { data })}</p>
      )}
    </article>
  )
}
