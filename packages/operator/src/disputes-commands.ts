import { area } from './command-line/command-area.ts'

/** `nani disputes …`: what citizens dispute in their access log. */
export const disputes = area<typeof import('@nani/server/citizens/accesses/index.ts'), unknown>({
  name: 'disputes',
  about: 'disputes of citizens about reads of their data',
  load: () => import('@nani/server/citizens/accesses/index.ts'),
  placed: 'applicationOfDispute',
  needs: ({ module, installation }) => ({ ...installation, ...module.accessDependencies(installation) }),
  options: { limit: { text: 'at most 500', default: 100 }, after: null },
  commands: {
    list: {
      act: 'listDisputes',
      everywhere: 'created_at',
      columns: 'id status environment access.organization access.application access.service created_at',
    },
    'show <id>': 'showDispute',
    'answer <id> <text>': 'answerDispute',
  },
})
