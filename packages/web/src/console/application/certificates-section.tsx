import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { ConsoleApplication, ConsoleCertificate, IssuedCertificate } from '@nani/contract/console'
import { type FormEvent, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Copied, saveFile } from '../../staff/parts/copied.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { useRoles } from '../shell/session.tsx'
import { createCertificateRequest } from './certificate-request.ts'

/** The certificates of mutual TLS. A key that is made here stays in this browser, and the person saves it. */
export const CertificatesSection = ({ application: read }: { application: ConsoleApplication }) => {
  const say = useSay()
  const { application } = usePlace()
  const { may } = useRoles()
  const [privateKey, setPrivateKey] = useState<string | null>(null)
  const issue = useChange(
    (csr: string) => send<IssuedCertificate>('POST', `${application}/certificates`, { body: { csr } }),
    {
      rereads: [`${application}/certificates`],
    },
  )
  const make = async () => {
    const made = await createCertificateRequest(read.id)
    setPrivateKey(made.privateKey)
    issue.mutate(made.request)
  }
  const mayChange = may('PATCH A') || (read.environment === 'sandbox' && may('POST A/certificates'))
  return (
    <Section
      title={say('Certificates', 'Certificats')}
      about={say(
        'Production accepts calls over mutual TLS only. The key is made in this browser and is never sent.',
        'La production accepte seulement les appels en TLS mutuel. La clé est créée dans ce navigateur et n’est jamais envoyée.',
      )}
      actions={
        mayChange ? (
          <Button onClick={() => void make()} loading={issue.isPending}>
            {say('Make a key and a certificate', 'Créer une clé et un certificat')}
          </Button>
        ) : null
      }
    >
      <ErrorNotice error={issue.error} />
      {issue.data ? <IssuedFiles issued={issue.data} privateKey={privateKey} name={read.id} /> : null}
      <Certificates mayChange={mayChange} />
      {mayChange ? (
        <OwnRequest
          isBusy={issue.isPending}
          onRequest={(csr) => {
            setPrivateKey(null)
            issue.mutate(csr)
          }}
        />
      ) : null}
    </Section>
  )
}

const IssuedFiles = ({
  issued,
  privateKey,
  name,
}: {
  issued: IssuedCertificate
  privateKey: string | null
  name: string
}) => {
  const say = useSay()
  return (
    <Stack gap="xs">
      {privateKey ? (
        <>
          <Copied
            label={say(
              'Private key: save it now, it is shown only once',
              'Clé privée : enregistrez-la maintenant, elle n’est montrée qu’une fois',
            )}
            text={privateKey}
          />
          <Group>
            <Button size="xs" onClick={() => saveFile(`${name}.key.pem`, privateKey)}>
              {say('Save the private key', 'Enregistrer la clé privée')}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => saveFile(`${name}.cert.pem`, issued.certificate)}
            >
              {say('Save the certificate', 'Enregistrer le certificat')}
            </Button>
            <Button size="xs" variant="default" onClick={() => saveFile('nani-ca.pem', issued.ca)}>
              {say('Save the authority', 'Enregistrer l’autorité')}
            </Button>
          </Group>
        </>
      ) : null}
      <Copied label={say('Certificate', 'Certificat')} text={issued.certificate} />
      <Copied
        label={say(
          'Certificate authority of this installation',
          'Autorité de certification de cette installation',
        )}
        text={issued.ca}
      />
    </Stack>
  )
}

const Certificates = ({ mayChange }: { mayChange: boolean }) => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<ConsoleCertificate>(`${application}/certificates`)
  const revoke = useChange(
    (thumbprint: string) => send('DELETE', `${application}/certificates/${thumbprint}`),
    {
      rereads: [`${application}/certificates`],
    },
  )
  return (
    <LoadedList
      query={query}
      empty={
        <Empty
          title={say('No certificate yet', 'Aucun certificat')}
          next={say(
            'Make one before the first production call.',
            'Créez-en un avant le premier appel en production.',
          )}
        />
      }
    >
      {(certificates) => (
        <Records
          caption={say('Certificates', 'Certificats')}
          rows={certificates}
          keyOf={({ thumbprint }) => thumbprint}
          columns={[
            {
              label: say('Thumbprint', 'Empreinte'),
              cell: ({ thumbprint }) => <code title={thumbprint}>{thumbprint.slice(0, 16)}…</code>,
            },
            { label: say('Issued', 'Émis'), cell: ({ created_at }) => <Time at={created_at} /> },
            {
              label: say('Valid until', 'Valable jusqu’au'),
              cell: ({ not_after }) => <Time at={not_after} />,
            },
            {
              label: say('Action', 'Action'),
              cell: ({ thumbprint, revoked_at }) =>
                revoked_at ? (
                  <>
                    {say('Revoked', 'Révoqué')} <Time at={revoked_at} />
                  </>
                ) : mayChange ? (
                  <Confirmed
                    label={say('Revoke', 'Révoquer')}
                    title={say('Revoke the certificate', 'Révoquer le certificat')}
                    preview={say(
                      'Calls with this certificate are refused at once. This cannot be undone.',
                      'Les appels avec ce certificat sont refusés aussitôt. C’est définitif.',
                    )}
                    perform={() => revoke.mutateAsync(thumbprint)}
                  />
                ) : (
                  '–'
                ),
            },
          ]}
        />
      )}
    </LoadedList>
  )
}

const OwnRequest = ({ isBusy, onRequest }: { isBusy: boolean; onRequest: (csr: string) => void }) => {
  const say = useSay()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onRequest(String(new FormData(event.currentTarget).get('csr')))
  }
  return (
    <details>
      <summary>
        {say('I have a key and a signing request', 'J’ai une clé et une demande de certificat')}
      </summary>
      <form onSubmit={submit} className="form">
        <Stack gap="sm">
          <Textarea
            label={say('Signing request (PEM)', 'Demande de certificat (PEM)')}
            name="csr"
            rows={6}
            required
            maxLength={20_000}
          />
          <div>
            <Button type="submit" variant="default" loading={isBusy}>
              {say('Send the request', 'Envoyer la demande')}
            </Button>
          </div>
        </Stack>
      </form>
    </details>
  )
}
