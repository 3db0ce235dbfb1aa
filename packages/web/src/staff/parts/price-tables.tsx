import type { PriceList } from '@nani/contract/console'
import { useFormats } from '../formats.ts'
import { useSay } from '../language.tsx'
import { priceName, tierName } from '../words.ts'
import { Records } from './records.tsx'

/** The prices of calls, and what each tier of data adds to one. */
export const PriceTables = ({ list: { currency, services, scope_tiers: tiers } }: { list: PriceList }) => {
  const say = useSay()
  const { money } = useFormats()
  const priced = (value: number) => money({ value, currency })
  return (
    <>
      <Records
        caption={say('Prices of calls', 'Prix des appels')}
        rows={Object.entries(services)}
        keyOf={([name]) => name}
        columns={[
          {
            label: say('Service', 'Service'),
            cell: ([name]) => priceName(say, name),
          },
          { label: say('One call', 'Un appel'), cell: ([, { single }]) => priced(single) },
          {
            label: say('One item of a batch', 'Un élément de lot'),
            cell: ([, one]) => priced(one.batch_item),
          },
        ]}
      />
      <Records
        caption={say('Prices of data', 'Prix des données')}
        rows={Object.entries(tiers)}
        keyOf={([name]) => name}
        columns={[
          { label: say('Data', 'Données'), cell: ([tier]) => tierName(say, tier) },
          { label: say('Added to a call', 'Ajouté à un appel'), cell: ([, value]) => priced(value) },
        ]}
      />
    </>
  )
}
