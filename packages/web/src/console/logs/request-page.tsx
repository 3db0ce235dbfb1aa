import { Alert } from '@mantine/core'
import type { Purpose } from '@nani/contract'
import type { LoggedRequest } from '@nani/contract/console'
import { useParams } from '@tanstack/react-router'
import { escapedDirections } from '../../staff/direction-marks.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useRead } from '../../staff/reading.ts'
import { purposeName, serviceName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'

const RefusedBy = ({ check, rule, message }: { check: string; rule: string; message: string }) => {
  const say = useSay()
  return (
    <Alert color="red" title={`${say('Refused by:', 'Refusée par :')} ${escapedDirections(check)}`}>
      <p>{rule}</p>
      <p>{message}</p>
    </Alert>
  )
}

/** One request, and the check that refused it with what to do. */
export const RequestPage = () => {
  const say = useSay()
  const { application } = usePlace()
  const { requestId = '' } = useParams({ strict: false }) as { requestId?: string }
  const query = useRead<LoggedRequest>(`${application}/requests/${encodeURIComponent(requestId)}`)
  return (
    <Page title={say('Request', 'Requête')}>
      <Loaded query={query}>
        {(read) => (
          <>
            {read.refused_by ? (
              <RefusedBy {...say(read.refused_by, read.refused_by.fr)} />
            ) : read.message === null ? null : (
              <Alert color="red" title={say('The call failed', 'L’appel a échoué')}>
                <p>{say(read.message, read.message_fr)}</p>
              </Alert>
            )}
            <Facts
              facts={[
                [say('Time', 'Moment'), <Time key="at" at={read.at} />],
                [say('Request id', 'Identifiant'), <code key="id">{read.id}</code>],
                [
                  say('Request', 'Requête'),
                  <code key="path">
                    <bdi>{read.method}</bdi> <bdi>{read.path}</bdi>
                  </code>,
                ],
                [say('Status', 'Statut'), read.status],
                [say('Error', 'Erreur'), read.error && <code key="error">{read.error}</code>],
                [say('Service', 'Service'), read.service && serviceName(say, read.service)],
                [say('Purpose', 'Finalité'), read.purpose && purposeName(say, read.purpose as Purpose)],
                [say('Duration', 'Durée'), read.duration_ms === null ? null : `${read.duration_ms} ms`],
                [say('Scopes', 'Portées'), read.scopes.join(', ')],
                [say('Address', 'Adresse'), read.address],
                [say('Key id', 'Identifiant de clé'), read.api_key && <code key="key">{read.api_key}</code>],
                [say('Result', 'Résultat'), read.result_id && <code key="result">{read.result_id}</code>],
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
