import { Alert, Group } from '@mantine/core'
import type { PriceList } from '@nani/contract/console'
import { useId, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { PriceTables } from '../../staff/parts/price-tables.tsx'
import { useChange, useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { useMay } from '../rights.ts'

/** The prices in effect for an organization, and a file of prices that replaces some of them. */
export const PricesSection = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  return (
    <Section title={say('Prices', 'Prix')} about={say('Net of VAT.', 'Hors TVA.')}>
      <Loaded query={useRead<PriceList>(`${path}/prices`)}>{(list) => <PriceTables list={list} />}</Loaded>
      {may('POST /billing/organizations/{organization_id}/prices') ? <NewPrices path={path} /> : null}
    </Section>
  )
}

type Chosen = { prices: Record<string, unknown> } | 'wrong' | null

const readPrices = async (file: File | undefined): Promise<Chosen> => {
  if (!file) return null
  try {
    const prices: unknown = JSON.parse(await file.text())
    return typeof prices === 'object' && prices !== null && !Array.isArray(prices)
      ? { prices: prices as Record<string, unknown> }
      : 'wrong'
  } catch {
    return 'wrong'
  }
}

const NewPrices = ({ path }: { path: string }) => {
  const say = useSay()
  const id = useId()
  const [chosen, setChosen] = useState<Chosen>(null)
  const change = useChange(
    (prices: Record<string, unknown>) => send('POST', `${path}/prices`, { body: { prices } }),
    { rereads: [`${path}/prices`] },
  )
  const prices = chosen !== null && chosen !== 'wrong' ? chosen.prices : null
  return (
    <>
      <Group align="flex-end">
        <div className="file">
          <label htmlFor={id}>
            {say(
              'File of new prices (JSON), as the API lists them',
              'Fichier de nouveaux prix (JSON), comme l’API les liste',
            )}
          </label>
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            onChange={(event) => void readPrices(event.currentTarget.files?.[0]).then(setChosen)}
          />
        </div>
        <Confirmed
          label={say('Set the prices', 'Définir les prix')}
          title={say('Set the prices', 'Définir les prix')}
          preview={
            <>
              {say(
                'These prices replace those in effect. Prices that the file omits stay.',
                'Ces prix remplacent ceux en vigueur. Les prix absents du fichier restent.',
              )}
              <pre className="words">{JSON.stringify(prices, null, 2)}</pre>
            </>
          }
          isDangerous={false}
          isDisabled={prices === null}
          perform={() => change.mutateAsync(prices ?? {})}
        />
      </Group>
      {chosen === 'wrong' ? (
        <Alert color="orange" role="alert">
          {say('The file is not a JSON object.', 'Le fichier n’est pas un objet JSON.')}
        </Alert>
      ) : null}
    </>
  )
}
