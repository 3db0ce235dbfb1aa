import { Badge, Text } from '@mantine/core'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import type { Party, ShownCase } from './case.ts'
import { channelName, priorityName, roleName, verdictColor, verdictName } from './case-words.ts'

type Props = { shown: ShownCase; path: string; isOpened: boolean; onOpened: (opened: ShownCase) => void }

export const CaseFacts = ({ shown, path, isOpened, onOpened }: Props) => {
  const say = useSay()
  const may = useMay()
  const { parties, erased, description } = shown
  return (
    <div className="decision-side">
      <Section title={say('Facts', 'Faits')}>
        <ReportFacts shown={shown} />
        {isOpened ? (
          <div>
            <div className="quiet">{say('Description of the reporter', 'Description du déclarant')}</div>
            <div className="words">
              <bdi>{description ?? '–'}</bdi>
            </div>
          </div>
        ) : null}
      </Section>
      <Section
        title={say('Parties', 'Parties')}
        about={
          isOpened
            ? say('In full, until you leave the page.', 'En clair, jusqu’à ce que vous quittiez la page.')
            : say(
                'Masked. Reading them in full needs a reason.',
                'Masquées. Les lire en clair demande un motif.',
              )
        }
      >
        {parties?.subject ? <PartyFacts party={parties.subject} /> : null}
        {parties?.victims.map((party, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the name of a victim.
          <PartyFacts party={party} key={place} />
        ))}
        {erased || !parties ? (
          <Text size="sm">
            {say('The data of this case is erased.', 'Les données de ce dossier sont effacées.')}
          </Text>
        ) : null}
        {!isOpened && !erased && may('POST /cases/{fraud_case}/open') ? (
          <ReasonedAct
            about={`${shown.id} open`}
            label={say('Why do you read the sealed data?', 'Pourquoi lisez-vous les données scellées ?')}
            note={say(
              'The reason is in the timeline before anything is shown.',
              'Le motif est dans la chronologie avant tout affichage.',
            )}
            button={say('Open the sealed data', 'Ouvrir les données scellées')}
            perform={(reason) => send<ShownCase>('POST', `${path}/open`, { body: { reason } })}
            rereads={[path]}
            onDone={onOpened}
          />
        ) : null}
      </Section>
    </div>
  )
}

const ReportFacts = ({ shown }: { shown: ShownCase }) => {
  const say = useSay()
  const { number } = useFormats()
  const { amount, location, reporter } = shown
  const place = [location?.city, location?.province, location?.country].filter(Boolean).join(', ')
  return (
    <Facts
      facts={[
        [say('Reported', 'Signalé'), <Time key="at" at={shown.created_at} />],
        [say('Due', 'Échéance'), <Time key="due" at={shown.due_at} />],
        [say('Occurred', 'Survenu'), shown.occurred_at && <Time key="on" at={shown.occurred_at} />],
        [say('Place', 'Lieu'), place && <bdi>{place}</bdi>],
        [say('Channel', 'Canal'), shown.channel && channelName(say, shown.channel)],
        [say('Amount', 'Montant'), amount && `${number(amount.value)} ${amount.currency}`],
        [say('Priority', 'Priorité'), priorityName(say, shown.priority)],
        [say('Assignee', 'Responsable'), shown.assignee && <bdi>{shown.assignee}</bdi>],
        [say('Duplicate of', 'Doublon de'), shown.duplicate_of],
        [say('Application', 'Application'), <code key="app">{shown.application_id}</code>],
        [
          say('Reports of this application', 'Signalements de cette application'),
          say(
            `${reporter.reports}: ${reporter.confirmed} confirmed, ${reporter.dismissed} dismissed, ${reporter.false_reports} false`,
            `${reporter.reports} : ${reporter.confirmed} confirmés, ${reporter.dismissed} classés, ${reporter.false_reports} faux`,
          ),
        ],
        [say('Reference of the reporter', 'Référence du déclarant'), shown.reporter_reference],
      ]}
    />
  )
}

const PartyFacts = ({ party }: { party: Party }) => {
  const say = useSay()
  const { register } = party
  const compared = register.verdict !== 'not_compared' && register.verdict !== 'not_in_register'
  return (
    <div className="party">
      <div>
        <strong>{roleName(say, party.role)}</strong>
        {party.anonymous ? ` · ${say('anonymous', 'anonyme')}` : ''}{' '}
        <Badge color={verdictColor(register.verdict)} variant="light">
          {verdictName(say, register.verdict)}
        </Badge>
      </div>
      {party.anonymous ? null : (
        <Facts
          facts={[
            [say('Name', 'Nom'), party.full_name && <bdi>{party.full_name}</bdi>],
            [say('Date of birth', 'Date de naissance'), party.date_of_birth],
            [
              say('Identifier', 'Identifiant'),
              party.identifier && <bdi>{`${party.identifier.type} ${party.identifier.value}`}</bdi>,
            ],
            [say('Country', 'Pays'), party.country],
            [say('Phone', 'Téléphone'), party.phone_number && <bdi>{party.phone_number}</bdi>],
            ...(party.business_name
              ? [[say('Business', 'Entreprise'), <bdi key="business">{party.business_name}</bdi>] as const]
              : []),
            ...(compared
              ? [
                  [
                    say('Name in the register', 'Nom au registre'),
                    verdictName(say, register.full_name),
                  ] as const,
                  [
                    say('Birth in the register', 'Naissance au registre'),
                    verdictName(say, register.date_of_birth),
                  ] as const,
                ]
              : []),
          ]}
        />
      )}
    </div>
  )
}
