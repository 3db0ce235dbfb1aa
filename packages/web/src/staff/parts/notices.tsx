import { Alert, Button, Paper, Stack, Text } from '@mantine/core'
import { entryFor } from '@nani/contract/refusals'
import type { ReactNode } from 'react'
import { type Problem, problemOf } from '../api-error.ts'
import { type Say, useSay } from '../language.tsx'

/** The sentences of errors that people meet. The message of the server follows where it says more. */
const sentenceOf = (problem: Problem, say: Say): string => {
  const { error, message, retry_after: seconds } = problem
  switch (error) {
    case 'unreachable':
      return say(
        'The server cannot be reached. Check your connection and try again.',
        'Le serveur ne répond pas. Vérifiez votre connexion et réessayez.',
      )
    case 'not_signed_in':
      return say('Sign in to go on.', 'Connectez-vous pour continuer.')
    case 'not_permitted':
      return say(
        'Your roles do not permit this. Ask a colleague whose roles permit it.',
        'Vos rôles ne le permettent pas. Demandez à un collègue dont les rôles le permettent.',
      )
    case 'second_factor_required':
      return say('This needs your second factor.', 'Cette action demande votre second facteur.')
    case 'not_found':
      return say(
        'There is nothing here, or you may not see it.',
        'Il n’y a rien ici, ou vous n’y avez pas accès.',
      )
    case 'last_owner':
      return say(
        'An organization keeps at least one Owner.',
        'Une organisation garde au moins un propriétaire.',
      )
    case 'changed_meanwhile':
      return say('Another person changed this meanwhile.', 'Une autre personne l’a modifié entre-temps.')
    case 'too_many_attempts':
      return say(
        `Too many attempts. Try again in ${seconds ?? 60} seconds.`,
        `Trop de tentatives. Réessayez dans ${seconds ?? 60} secondes.`,
      )
    default:
      return say(message, frenchOf(problem)?.message ?? message)
  }
}

/** The French of the catalogue is about the code. The message of the server is about the case, in English. */
const frenchOf = ({ error, reason }: Problem) => entryFor('staff', reason ?? error)?.fr

/** An error where it occurred, with what to do next. */
export const ErrorNotice = ({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) => {
  const say = useSay()
  if (!error) return null
  const problem = problemOf(error)
  const sentence = sentenceOf(problem, say)
  const next = say(problem.next, frenchOf(problem)?.next ?? problem.next)
  const isCaseInEnglish = say(false, sentence === frenchOf(problem)?.message)
  return (
    <Alert
      color="red"
      role="alert"
      title={say('This did not work', 'Cela n’a pas fonctionné')}
      className="notice"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{sentence}</Text>
        {next ? <Text size="sm">{next}</Text> : null}
        {isCaseInEnglish ? (
          <Text size="xs" c="dimmed" lang="en">
            {problem.message}
          </Text>
        ) : null}
        {problem.field ? (
          <Text size="sm">
            {say('Field:', 'Champ :')} <code>{problem.field}</code>
          </Text>
        ) : null}
        {problem.request_id ? (
          <Text size="xs" className="breakable">
            {say('Request', 'Requête')} <code>{problem.request_id}</code>
          </Text>
        ) : null}
        {onRetry ? (
          <Button size="xs" variant="default" onClick={onRetry}>
            {say('Try again', 'Réessayer')}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

/** Nothing is here yet, and the next step. */
export const Empty = ({ title, next, action }: { title: string; next?: ReactNode; action?: ReactNode }) => (
  <Paper withBorder p="lg" className="empty">
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>{title}</Text>
      {next ? (
        <Text size="sm" c="dimmed">
          {next}
        </Text>
      ) : null}
      {action}
    </Stack>
  </Paper>
)

export const Done = ({ children }: { children: ReactNode }) => (
  <Alert color="green" role="status" className="notice">
    {children}
  </Alert>
)
