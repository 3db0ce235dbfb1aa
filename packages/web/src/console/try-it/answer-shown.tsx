import { Badge, Stack } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { Copied } from '../../staff/parts/copied.tsx'
import { Section } from '../../staff/parts/page.tsx'
import type { CallAnswer } from './signed-call.ts'

const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export const AnswerShown = ({ answer }: { answer: CallAnswer }) => {
  const say = useSay()
  return (
    <Section
      title={say('Answer', 'Réponse')}
      about={
        <Badge color={answer.status < 400 ? 'green' : 'red'} variant="light">
          {answer.status}
        </Badge>
      }
    >
      <Stack gap="sm">
        <Copied label={say('Decrypted answer', 'Réponse déchiffrée')} text={readable(answer.text)} />
        <Copied label={say('Canonical string', 'Chaîne canonique')} text={answer.canonical} />
        <Copied
          label={say('Headers that were sent', 'En-têtes envoyés')}
          text={Object.entries(answer.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
        {answer.sent === null ? null : (
          <Copied label={say('Body that was sent', 'Contenu envoyé')} text={answer.sent} />
        )}
      </Stack>
    </Section>
  )
}
