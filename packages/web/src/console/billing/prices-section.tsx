import type { PriceList } from '@nani/contract/console'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useRead } from '../../staff/reading.ts'
import { priceName, tierName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'

/** The price list in effect. Each tier of data is added to the price of a call. */
export const PricesSection = () => {
  const say = useSay()
  const { organization } = usePlace()
  const query = useRead<PriceList>(`${organization}/prices`)
  return (
    <Section title={say('Prices', 'Prix')} about={say('Net of VAT.', 'Hors TVA.')}>
      <Loaded query={query}>{(list) => <Prices list={list} />}</Loaded>
    </Section>
  )
}

const Prices = ({ list: { currency, services, scope_tiers: tiers } }: { list: PriceList }) => {
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
