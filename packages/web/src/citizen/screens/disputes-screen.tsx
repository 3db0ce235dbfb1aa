import { useTexts } from '../app-context.ts'
import type { Dispute } from '../contract.ts'
import { AccessFacts } from '../parts/access-facts.tsx'
import { LoadedList } from '../parts/loaded-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { dateAndTime } from '../texts/dates.ts'
import { useLoad } from '../use-load.ts'
import { disputeStatus } from './accesses/dispute-status.ts'

/** The disputes of the citizen, with their answers. */
export const DisputesScreen = () => {
  const texts = useTexts()
  const words = texts.accesses
  const loaded = useLoad<{ disputes: Dispute[] }>('/disputes')
  return (
    <Screen title={words.disputes} back="more">
      <LoadedList loaded={loaded} isEmpty={({ disputes }) => disputes.length === 0} none={words.noDisputes}>
        {({ disputes }) =>
          disputes.map(({ id, status, created_at, access, text, answers }) => (
            <article class="card" key={id}>
              <h2>{disputeStatus(texts, status)}</h2>
              <AccessFacts access={access} />
              <p class="said">{text}</p>
              <p class="quiet">{dateAndTime(created_at)}</p>
              {answers.map((answer) => (
                <div class="answer" key={answer.at}>
                  <h3>
                    {words.answer} · {answer.from === 'organization' ? access.organization : 'Nani'}
                  </h3>
                  <p class="said">{answer.text}</p>
                  <p class="quiet">{dateAndTime(answer.at)}</p>
                </div>
              ))}
            </article>
          ))
        }
      </LoadedList>
    </Screen>
  )
}
