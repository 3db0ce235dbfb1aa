import { useTexts } from '../app-context.ts'
import type { Dispute } from '../contract.ts'
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
          disputes.map((dispute) => (
            <article class="card" key={dispute.id}>
              <h2>{disputeStatus(texts, dispute)}</h2>
              {dispute.created_at && <p class="quiet">{dateAndTime(dispute.created_at)}</p>}
              <p class="said">{dispute.text}</p>
              {dispute.answer && (
                <>
                  <h3>{words.answer}</h3>
                  <p class="said">{dispute.answer}</p>
                </>
              )}
            </article>
          ))
        }
      </LoadedList>
    </Screen>
  )
}
