import { Anchor, Button, Text } from '@mantine/core'
import type { SessionAnswer } from '@nani/contract/console'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SecondFactorForm } from '../../staff/account/second-factor-form.tsx'
import { ApiError } from '../../staff/api-error.ts'
import { Entrance } from '../../staff/entrance/entrance.tsx'
import { useSay } from '../../staff/language.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'

type Answered = { code?: string; state?: string; iss?: string; error?: string }

/** The sign-in service sends the browser here. The own script hands its answer to the API, so that the cookies are there. */
export const IdentityPage = () => {
  const say = useSay()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const given = useSearch({ strict: false }) as Answered
  // The answer does not stay in the address, nor in the history.
  const [answer] = useState(given)
  const isLink = answer.state?.startsWith('link.') ?? false
  const enter = async () => {
    queries.clear()
    await navigate({ to: '/', replace: true })
  }
  const handOver = useChange(handOverAnswer, {
    onDone: (session) => (session?.status === 'signed_in' ? enter() : undefined),
  })
  const { mutate, data: session, error, isSuccess } = handOver
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    history.replaceState(null, '', location.pathname)
    mutate(answer)
  }, [mutate, answer])
  const title = isLink
    ? say('Link my identity', 'Lier mon identité')
    : say('Sign in with the national identity', 'Se connecter avec l’identité nationale')
  return (
    <Entrance title={title}>
      {error ? <Failed error={error} isLink={isLink} /> : null}
      {isSuccess || error ? null : <Text role="status">{say('One moment…', 'Un instant…')}</Text>}
      {isSuccess && isLink ? (
        <>
          <Done>{say('Your identity is linked.', 'Votre identité est liée.')}</Done>
          <Button component={Link} to="/account">
            {say('Back to my account', 'Retour à mon compte')}
          </Button>
        </>
      ) : null}
      {session?.status === 'second_factor' ? (
        <SecondFactorForm
          methods={session.methods}
          passkeyOptions={async () => session.passkey_options}
          give={async (body) => {
            await send('POST', '/session/second-factor', { body, isQuiet: true })
            await enter()
          }}
        />
      ) : null}
    </Entrance>
  )
}

/** An answer without a code, as the API refuses it. */
const incomplete = () => new ApiError(400, { error: 'invalid_request', message: '' })

/** Null: the identity is linked. */
const handOverAnswer = async ({ code, state, iss, error }: Answered): Promise<SessionAnswer | null> => {
  if (error || !code || !state || !iss) throw incomplete()
  const body = { code, state, iss }
  if (!state.startsWith('link.'))
    return await send<SessionAnswer>('POST', '/session/identity', { body, isQuiet: true })
  await send('POST', '/me/identity', { body, isQuiet: true })
  return null
}

const Failed = ({ error, isLink }: { error: unknown; isLink: boolean }) => {
  const say = useSay()
  // All answers that do not hold are alike, so that no one learns which accounts have an identity.
  const isAlike = error instanceof ApiError && [400, 401].includes(error.status)
  const sentence = isLink
    ? say(
        'The identity was not linked. Begin again on the page of your account.',
        'L’identité n’a pas été liée. Recommencez sur la page de votre compte.',
      )
    : say(
        'The sign-in did not end well, or no account has this identity. Sign in with your password. You can then link the identity on the page of your account.',
        'La connexion n’a pas abouti, ou aucun compte n’a cette identité. Connectez-vous avec votre mot de passe. Vous pourrez ensuite lier l’identité sur la page de votre compte.',
      )
  return (
    <>
      <ErrorNotice error={isAlike ? new Error(sentence) : error} />
      <Anchor component={Link} to={isLink ? '/account' : '/sign-in'} size="sm">
        {isLink
          ? say('Back to my account', 'Retour à mon compte')
          : say('Back to sign-in', 'Retour à la connexion')}
      </Anchor>
    </>
  )
}
