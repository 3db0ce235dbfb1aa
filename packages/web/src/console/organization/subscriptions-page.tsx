import { Button, Stack } from '@mantine/core'
import { scopeCatalogue, scopes } from '@nani/contract'
import type { Subscriptions } from '@nani/contract/console'
import { useDraft } from '../../staff/draft.ts'
import { useSay } from '../../staff/language.tsx'
import { ChangedMeanwhile } from '../../staff/parts/changed-meanwhile.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { useChange, useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { scopeName, tierName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { useRoles } from '../shell/session.tsx'

/** The data that applications of the organization may select. */
export const SubscriptionsPage = () => {
  const say = useSay()
  const { organization } = usePlace()
  const query = useRead<Subscriptions>(`${organization}/subscriptions`)
  return (
    <Page
      title={say('Data', 'Données')}
      about={say(
        'Your applications select among the data that you subscribe to here. Subscribe only to what you need.',
        'Vos applications choisissent parmi les données auxquelles vous souscrivez ici. Souscrivez seulement au nécessaire.',
      )}
    >
      <Loaded query={query}>{(read) => <Form read={read} />}</Loaded>
    </Page>
  )
}

const scopesOf = (read: Subscriptions) => ({ scopes: read.scopes })

const Form = ({ read }: { read: Subscriptions }) => {
  const say = useSay()
  const { organization } = usePlace()
  const { may } = useRoles()
  const mayChange = may('PUT O/subscriptions')
  const { draft, edit, theirs, attempt, accept } = useDraft(read, scopesOf)
  const change = useChange(
    () =>
      attempt(({ all }, version) =>
        send<Subscriptions>('PUT', `${organization}/subscriptions`, { body: all, version }),
      ),
    { rereads: [organization] },
  )
  return (
    <Stack gap="md">
      <Choices
        label={say('Scopes', 'Portées')}
        values={scopes}
        chosen={draft.scopes}
        nameOf={(scope) => `${scopeName(say, scope)} · ${scope}`}
        noteOf={(scope) => tierName(say, scopeCatalogue[scope].tier)}
        isDisabled={() => !mayChange}
        onChange={(chosen) => edit({ scopes: chosen })}
      />
      <ChangedMeanwhile theirs={theirs} fields={[['scopes', say('Scopes', 'Portées')]]} onAccept={accept} />
      <ErrorNotice error={change.error} />
      {change.data ? <Done>{say('Saved.', 'Enregistré.')}</Done> : null}
      <div>
        <Button loading={change.isPending} disabled={!mayChange} onClick={() => change.mutate(undefined)}>
          {say('Save', 'Enregistrer')}
        </Button>
      </div>
    </Stack>
  )
}
