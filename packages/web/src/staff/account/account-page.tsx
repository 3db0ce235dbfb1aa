import { Badge, Group } from '@mantine/core'
import type { Me, MySession, MySignIn, NewRecoveryCodes } from '@nani/contract/console'
import { type ReactNode, useState } from 'react'
import { useSay } from '../language.tsx'
import { Confirmed } from '../parts/confirmed.tsx'
import { LoadedList } from '../parts/loaded.tsx'
import { Empty } from '../parts/notices.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Facts, Records } from '../parts/records.tsx'
import { Time } from '../parts/time.tsx'
import { useChange, useList } from '../reading.ts'
import { send } from '../send.ts'
import { PasskeySetup } from './passkey-setup.tsx'
import { Password } from './password-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetup } from './totp-setup.tsx'

type AccountProps = {
  me: Me
  factorNote: string
  /** More ways to sign in. */
  children?: ReactNode
}

/** The own account: second factors, sessions and sign-ins. */
export const AccountPage = ({ me, factorNote, children }: AccountProps) => {
  const say = useSay()
  return (
    <Page title={say('My account', 'Mon compte')}>
      <Facts
        facts={[
          [say('Name', 'Nom'), me.name],
          ['E-mail', me.email],
          [say('Since', 'Depuis'), <Time key="since" at={me.created_at} />],
        ]}
      />
      <SecondFactors me={me} note={factorNote} />
      {children}
      <Password />
      <Sessions />
      <SignIns />
    </Page>
  )
}

export const SecondFactors = ({ me, note }: { me: Me; note: string }) => {
  const say = useSay()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { totp, passkeys, recovery_codes_left: left } = me.second_factor
  const renew = async () => {
    const { recovery_codes } = await send<NewRecoveryCodes>('POST', '/me/recovery-codes')
    setCodes(recovery_codes)
  }
  const has = totp || passkeys.length > 0
  return (
    <Section
      title={say('Second factor', 'Second facteur')}
      about={note}
      actions={
        <>
          <TotpSetup onCodes={setCodes} isReplaced={totp} />
          <PasskeySetup onCodes={setCodes} />
        </>
      }
    >
      {has ? (
        <Facts
          facts={[
            [
              say('Authenticator', 'Application de codes'),
              totp ? say('Set up', 'Configurée') : say('None', 'Aucune'),
            ],
            ...passkeys.map(
              (passkey) => [passkey.name, <OwnPasskey key={passkey.id} {...passkey} />] as const,
            ),
            [say('Recovery codes left', 'Codes de secours restants'), left],
          ]}
        />
      ) : (
        <Empty
          title={say('You have no second factor', 'Vous n’avez pas de second facteur')}
          next={say(
            'Add an authenticator of your phone or a passkey.',
            'Ajoutez une application de codes de votre téléphone ou une clé d’accès.',
          )}
        />
      )}
      {has ? (
        <Group>
          <Confirmed
            label={say('New recovery codes', 'Nouveaux codes de secours')}
            title={say('New recovery codes', 'Nouveaux codes de secours')}
            preview={say(
              'The codes that you have now no longer work afterwards.',
              'Vos codes actuels ne serviront plus.',
            )}
            isDangerous={false}
            perform={renew}
          />
        </Group>
      ) : null}
      {codes ? <RecoveryCodes codes={codes} onClose={() => setCodes(null)} /> : null}
    </Section>
  )
}

const OwnPasskey = ({ id, created_at }: Me['second_factor']['passkeys'][number]) => {
  const say = useSay()
  const remove = useChange(() => send('DELETE', `/me/passkeys/${id}`), { rereads: ['/me'] })
  return (
    <Group gap="sm">
      <Time at={created_at} />
      <Confirmed
        label={say('Remove', 'Retirer')}
        title={say('Remove this passkey', 'Retirer cette clé d’accès')}
        preview={say(
          'It no longer works afterwards. Remove it if you lost its device.',
          'Elle ne servira plus. Retirez-la si vous avez perdu son appareil.',
        )}
        perform={() => remove.mutateAsync(undefined)}
      />
    </Group>
  )
}

const Sessions = () => {
  const say = useSay()
  const query = useList<MySession>('/me/sessions')
  const end = useChange((id: string) => send('DELETE', `/me/sessions/${id}`), { rereads: ['/me/sessions'] })
  const endOthers = useChange(() => send('DELETE', '/me/sessions'), { rereads: ['/me/sessions'] })
  const hasOthers = query.data?.pages.some((page) => page.data.some(({ current }) => !current)) ?? false
  return (
    <Section
      title={say('Sessions', 'Sessions')}
      actions={
        hasOthers ? (
          <Confirmed
            label={say('End all others', 'Terminer toutes les autres')}
            title={say('End all other sessions', 'Terminer toutes les autres sessions')}
            preview={say(
              'Every other browser must sign in again.',
              'Chaque autre navigateur devra se reconnecter.',
            )}
            perform={() => endOthers.mutateAsync(undefined)}
          />
        ) : null
      }
    >
      <LoadedList query={query} empty={<Empty title={say('No session', 'Aucune session')} />}>
        {(sessions) => (
          <Records
            caption={say('Sessions', 'Sessions')}
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                label: say('Browser', 'Navigateur'),
                cell: ({ user_agent }) => <span className="agent">{user_agent}</span>,
              },
              { label: say('Address', 'Adresse'), cell: ({ address }) => address },
              {
                label: say('Last used', 'Dernier usage'),
                cell: ({ last_seen_at }) => <Time at={last_seen_at} />,
              },
              {
                label: say('Action', 'Action'),
                cell: ({ id, current }) =>
                  current ? (
                    <Badge color="teal" variant="light">
                      {say('This one', 'Celle-ci')}
                    </Badge>
                  ) : (
                    <Confirmed
                      label={say('End', 'Terminer')}
                      title={say('End this session', 'Terminer cette session')}
                      preview={say('That browser must sign in again.', 'Ce navigateur devra se reconnecter.')}
                      perform={() => end.mutateAsync(id)}
                    />
                  ),
              },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}

const SignIns = () => {
  const say = useSay()
  const query = useList<MySignIn>('/me/sign-ins')
  const names: Record<MySignIn['result'], string> = {
    signed_in: say('Signed in', 'Connexion'),
    second_factor: say('Second factor asked', 'Second facteur demandé'),
    wrong_password: say('Wrong password', 'Mot de passe faux'),
    wrong_second_factor: say('Wrong second factor', 'Second facteur faux'),
    too_many_attempts: say('Too many attempts', 'Trop de tentatives'),
  }
  return (
    <Section title={say('Sign-ins', 'Connexions')}>
      <LoadedList query={query} empty={<Empty title={say('No sign-in', 'Aucune connexion')} />}>
        {(signIns) => (
          <Records
            caption={say('Sign-ins', 'Connexions')}
            rows={signIns}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Time', 'Moment'), cell: ({ at }) => <Time at={at} /> },
              { label: say('Result', 'Résultat'), cell: ({ result }) => names[result] },
              { label: say('Address', 'Adresse'), cell: ({ address }) => address },
              {
                label: say('Browser', 'Navigateur'),
                cell: ({ user_agent }) => <span className="agent">{user_agent}</span>,
              },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
