import {
  type Purpose,
  purposes,
  type Scope,
  type ServiceName,
  scopeCatalogue,
  serviceNames,
} from '@nani/contract'
import type { Subscriptions } from '@nani/contract/console'
import { Link } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { useRead } from '../../staff/reading.ts'
import { purposeName, scopeName, serviceName, tierName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'

export type Selection = { services: ServiceName[]; scopes: Scope[]; purposes: Purpose[] }

type Props = { selection: Selection; onChange: (selection: Selection) => void; isDisabled?: boolean }

/** Services, scopes and purposes. Only subscribed scopes can be selected. */
export const SelectionFields = ({ selection, onChange, isDisabled = false }: Props) => {
  const say = useSay()
  const { organization } = usePlace()
  const { data: subscribed } = useRead<Subscriptions>(`${organization}/subscriptions`)
  const offered = [...new Set([...(subscribed?.scopes ?? []), ...selection.scopes])]
  return (
    <>
      <Choices
        label={say('Services', 'Services')}
        values={serviceNames}
        chosen={selection.services}
        nameOf={(service) => serviceName(say, service)}
        isDisabled={() => isDisabled}
        onChange={(services) => onChange({ ...selection, services })}
      />
      <Choices
        label={say('Purposes', 'Finalités')}
        values={purposes}
        chosen={selection.purposes}
        nameOf={(purpose) => purposeName(say, purpose)}
        isDisabled={() => isDisabled}
        onChange={(chosen) => onChange({ ...selection, purposes: chosen })}
      />
      <Choices
        label={say('Data', 'Données')}
        about={
          <>
            {say('You subscribe to data on the page', 'Vous souscrivez aux données à la page')}{' '}
            <Link to={`${organization}/subscriptions`}>{say('Data', 'Données')}</Link>.
          </>
        }
        values={offered}
        chosen={selection.scopes}
        nameOf={(scope) => scopeName(say, scope)}
        noteOf={(scope) => tierName(say, scopeCatalogue[scope].tier)}
        isDisabled={() => isDisabled}
        onChange={(scopes) => onChange({ ...selection, scopes })}
      />
    </>
  )
}
