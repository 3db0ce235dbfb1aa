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
import { send } from '../../staff/send.ts'

type Answered = { code?: string; state?: string; iss?: string; error?: string }
type State =
  | { step: 'waiting' }
  | { step: 'linked' }
  | { step: 'second_factor'; answer: SessionAnswer }
  | { step: 'failed'; error: unknown }

/** The sign-in service sends the browser here. The own script hands its answer to the API, so that the cookies are there. */
export const IdentityPage = () => {
  const say = useSay()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const given = useSearch({ strict: false }) as Answered
  const [state, setState] = useState<State>({ step: 'waiting' })
  const isSent = useRef(false)
  const isLink = given.state?.startsWith('link.') ?? false
  const enter = async () => {
    queries.clear()
    await navigate({ to: '/', replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is handed over once.
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const { code, state: returned, iss } = given
    // The answer does not stay in the address, nor in the history.
    history.replaceState(null, '', location.pathname)
    if (given.error || !code || !returned || !iss) return setState({ step: 'failed', error: null })
    const handOver = async () => {
      const body = { code, state: returned, iss }
      if (isLink) {
        await send('POST', '/me/identity', { body, isQuiet: true })
        return setState({ step: 'linked' })
      }
      const answer = await send<SessionAnswer>('POST', '/session/identity', { body, isQuiet: true })
      if (answer.status === 'signed_in') await enter()
      else setState({ step: 'second_factor', answer })
    }
    handOver().catch((error: unknown) => setState({ step: 'failed', error }))
  }, [])
  const title = isLink
    ? say('Link my identity', 'Lier mon identité')
    : say('Sign in with the national identity', 'Se connecter avec l’identité nationale')
  return (
    <Entrance title={title}>
      {state.step === 'waiting' ? <Text role="status">{say('One moment…', 'Un instant…')}</Text> : null}
      {state.step === 'linked' ? (
        <>
          <Done>{say('Your identity is linked.', 'Votre identité est liée.')}</Done>
          <Button component={Link} to="/account">
            {say('Back to my account', 'Retour à mon compte')}
          </Button>
        </>
      ) : null}
      {state.step === 'second_factor' ? (
        <SecondFactorForm
          methods={state.answer.methods}
          passkeyOptions={async () => state.answer.passkey_options}
          give={async (body) => {
            await send('POST', '/session/second-factor', { body, isQuiet: true })
            await enter()
          }}
        />
      ) : null}
      {state.step === 'failed' ? <Failed error={state.error} isLink={isLink} /> : null}
    </Entrance>
  )
}

const Failed = ({ error, isLink }: { error: unknown; isLink: boolean }) => {
  const say = useSay()
  // All answers that do not hold are alike, so that no one learns which accounts have an identity.
  const isAlike = error === null || (error instanceof ApiError && [400, 401].includes(error.status))
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
