import { Button, Text } from '@mantine/core'
import type { ConsoleInstallation, IdentityVisit, Me } from '@nani/contract/console'
import { useState } from 'react'
import { useLanguage, useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'

/** Sends the browser to the sign-in service. It comes back to the page of answers. */
const useVisit = (path: string, isQuiet: boolean) => {
  const { language } = useLanguage()
  const [isLeaving, setLeaving] = useState(false)
  const begin = useChange(() => send<IdentityVisit>('POST', path, { body: { language }, isQuiet }), {
    onDone({ authorization_url: url }) {
      setLeaving(true)
      location.assign(url)
    },
  })
  return { go: () => begin.mutate(undefined), error: begin.error, isBusy: begin.isPending || isLeaving }
}

/** A way to sign in, where the installation offers it. */
export const IdentitySignIn = () => {
  const say = useSay()
  const { data } = useRead<ConsoleInstallation>('/installation')
  const { go, error, isBusy } = useVisit('/session/identity/visits', true)
  if (!data?.has_identity_sign_in) return null
  return (
    <>
      <Button variant="default" onClick={go} loading={isBusy}>
        {say('Sign in with the national identity', 'Se connecter avec l’identité nationale')}
      </Button>
      <ErrorNotice error={error} />
    </>
  )
}

/** The link of the own account. */
export const LinkedIdentity = ({ me }: { me: Me }) => {
  const say = useSay()
  const { go, error, isBusy } = useVisit('/me/identity/visits', false)
  const unlink = useChange(() => send('DELETE', '/me/identity'), { rereads: ['/me'] })
  const { is_offered: isOffered = false, linked_at: linkedAt = null } = me.national_identity ?? {}
  if (!isOffered) return null
  return (
    <Section
      title={say('National identity', 'Identité nationale')}
      about={say(
        'A linked identity takes the place of your password. Your second factor is asked for as before. We keep no number and no name of it.',
        'Une identité liée remplace votre mot de passe. Votre second facteur est demandé comme avant. Nous n’en gardons ni numéro ni nom.',
      )}
    >
      {linkedAt === null ? (
        <Empty
          title={say('No identity is linked', 'Aucune identité n’est liée')}
          next={say('You approve the link on your phone.', 'Vous approuvez le lien sur votre téléphone.')}
          action={
            <Button size="xs" onClick={go} loading={isBusy}>
              {say('Link my identity', 'Lier mon identité')}
            </Button>
          }
        />
      ) : (
        <>
          <Facts facts={[[say('Linked', 'Liée'), <Time key="linked" at={linkedAt} />]]} />
          <div>
            <Confirmed
              label={say('Remove the link', 'Retirer le lien')}
              title={say('Remove the link', 'Retirer le lien')}
              preview={
                <Text size="sm">
                  {say(
                    'You then sign in with your password only.',
                    'Vous vous connecterez alors avec votre mot de passe seulement.',
                  )}
                </Text>
              }
              perform={() => unlink.mutateAsync(undefined)}
            />
          </div>
        </>
      )}
      <ErrorNotice error={error} />
    </Section>
  )
}
