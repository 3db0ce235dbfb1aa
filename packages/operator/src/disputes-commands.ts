import type { ShownDispute } from '@nani/server/citizens/accesses/index.ts'
import { area } from './command-area.ts'
import { facts, table } from './views.ts'

type Accesses = typeof import('@nani/server/citizens/accesses/index.ts')
type Listed = Awaited<ReturnType<Accesses['listDisputes']>>[number]

const example = 'dsp_01JB2X4T6V9X2B5D7F9H1K3M5P'

/** `nani disputes …`: what citizens dispute in their access log. */
export const disputes = area<Accesses, unknown>({
  name: 'disputes',
  about: 'disputes of citizens about reads of their data',
  load: () => import('@nani/server/citizens/accesses/index.ts'),
  needs: ({ module, installation }) => module.accessDependencies(installation),
  commands: [
    {
      words: 'list',
      about: 'the newest disputes; citizens are not shown',
      example: 'disputes list --status open',
      act: 'listDisputes',
      options: {
        application_id: 'application id (default: all)',
        environment: 'sandbox or production (default: both)',
        status: 'open or answered (default: both)',
        limit: { text: 'at most 500', default: 100 },
      },
      json: (data) => ({ data }),
      text: table<Listed>(
        [
          ...(['id', 'status', 'environment'] as const),
          ({ access }) => access.organization,
          ({ access }) => access.application,
          ({ access }) => access.service,
          (one) => `since ${one.created_at}`,
        ],
        '  There are no disputes.',
      ),
    },
    {
      words: 'show <id>',
      about: 'one dispute with its text and its answers; the reading is audited',
      example: `disputes show ${example}`,
      act: 'showDispute',
      text: facts<ShownDispute>({
        Id: 'id',
        Status: (one) => `${one.status} since ${one.changed_at}`,
        Application: (one) => `${one.access.application}, ${one.application_id} (${one.environment})`,
        Organization: ({ access }) => access.organization,
        Read: ({ access }) => `${access.at}, ${access.service}, ${access.purpose ?? 'no purpose'}`,
        Result: ({ access }) => access.id,
        Scopes: ({ access }) => access.scopes,
        Text: 'text',
        Answers: (one) => one.answers.map(({ at, from, text }) => `${at} (${from}): ${text}`),
      }),
    },
    {
      words: 'answer <id> <text>',
      about: 'answer a dispute; the citizen sees the answer in the app',
      example: `disputes answer ${example} "The bank checked your identity when you opened the account."`,
      act: 'answerDispute',
      text: ({ id, status }: ShownDispute) => `  ${id} is ${status}.\n`,
    },
  ],
})
