import './enrolment.css'
import { Badge } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useRead } from '../../staff/reading.ts'
import { useMay } from '../rights.ts'
import { useEnvironmentOf } from '../shell/environment.tsx'
import { type Citizen, citizenPath, type ReadCitizen } from './citizen.ts'
import { accountStatusName, fieldName, shownValue } from './citizen-words.ts'
import { CorrectionForm } from './correction-form.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { PortraitForm } from './portrait-form.tsx'
import { StatusForm } from './status-form.tsx'

export const CitizenPage = () => {
  const say = useSay()
  useEnvironmentOf('production')
  const { svcId = '' } = useParams({ strict: false }) as { svcId?: string }
  return (
    <Page title={say('Citizen', 'Citoyen')} about={<code>{svcId}</code>}>
      <Loaded query={useRead<ReadCitizen>(citizenPath(svcId))}>
        {({ citizen }) => <OneCitizen citizen={citizen} key={citizen.svc_id} />}
      </Loaded>
    </Page>
  )
}

const shownFields = [
  ...(['last_name', 'first_name', 'full_name', 'date_of_birth', 'gender', 'nationality'] as const),
  ...(['place_of_birth', 'level_of_assurance', 'certified'] as const),
]

const OneCitizen = ({ citizen }: { citizen: Citizen }) => {
  const say = useSay()
  const may = useMay()
  const { svc_id, status, phone_numbers, emails, addresses, biometrics } = citizen
  const path = citizenPath(svc_id)
  const { selfie } = biometrics
  return (
    <>
      <div className="decision">
        <div>
          <Section title={say('Identity', 'Identité')}>
            <Facts
              facts={[
                [
                  say('Status', 'État'),
                  <Badge key="status" variant="light" color={status === 'active' ? 'green' : 'orange'}>
                    {accountStatusName(say, status)}
                  </Badge>,
                ],
                ...shownFields.map(
                  (field) =>
                    [
                      fieldName(say, field),
                      <bdi key={field}>{shownValue(say, field, citizen[field])}</bdi>,
                    ] as const,
                ),
                [
                  say('Phone numbers', 'Téléphones'),
                  <Texts key="phones" texts={phone_numbers.map(({ number }) => number)} />,
                ],
                [
                  say('Email addresses', 'Adresses électroniques'),
                  <Texts key="emails" texts={emails.map(({ address }) => address)} />,
                ],
                [
                  say('Addresses', 'Adresses'),
                  <Texts
                    key="addresses"
                    texts={addresses.map(
                      ({ avenue, number, commune, city }) => `${avenue} ${number}, ${commune}, ${city}`,
                    )}
                  />,
                ],
                [
                  say('Portrait', 'Portrait'),
                  selfie ? <Time key="at" at={selfie.captured_at} /> : say('None', 'Aucun'),
                ],
              ]}
            />
          </Section>
        </div>
        <div>
          {may('POST /citizens/{svc_id}/portrait') ? <PortraitForm path={path} /> : null}
          {may('POST /citizens/{svc_id}/corrections') ? (
            <CorrectionForm citizen={citizen} path={path} />
          ) : null}
          {may('POST /citizens/{svc_id}/status') ? <StatusForm citizen={citizen} path={path} /> : null}
        </div>
      </div>
      <DocumentsSection citizen={citizen} path={path} />
    </>
  )
}

/** Each text on a line of its own, so that none changes the direction of another one. */
const Texts = ({ texts }: { texts: readonly string[] }) =>
  texts.length === 0
    ? '–'
    : texts.map((text) => (
        <div key={text}>
          <bdi>{text}</bdi>
        </div>
      ))
