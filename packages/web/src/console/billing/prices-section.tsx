import type { PriceList } from '@nani/contract/console'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { PriceTables } from '../../staff/parts/price-tables.tsx'
import { useRead } from '../../staff/reading.ts'
import { usePlace } from '../paths.ts'

/** The price list in effect. Each tier of data is added to the price of a call. */
export const PricesSection = () => {
  const say = useSay()
  const { organization } = usePlace()
  const query = useRead<PriceList>(`${organization}/prices`)
  return (
    <Section title={say('Prices', 'Prix')} about={say('Net of VAT.', 'Hors TVA.')}>
      <Loaded query={query}>{(list) => <PriceTables list={list} />}</Loaded>
    </Section>
  )
}
