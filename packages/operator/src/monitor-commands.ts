import { area } from './command-line/command-area.ts'
import { atMost, namedApplication } from './command-line/named-application.ts'

const options = { application_id: namedApplication, limit: atMost(1_000, 100) }

/** `nani monitors …`: the monitored subjects of an application. */
export const monitors = area<typeof import('@nani/server/services/monitoring/index.ts'), unknown>({
  name: 'monitors',
  about: 'the monitored subjects of an application',
  load: () => import('@nani/server/services/monitoring/index.ts'),
  placed: true,
  async needs({ installation }) {
    const { monitorSecrets } = await import('@nani/server/services/aml/index.ts')
    return { ...installation, secrets: monitorSecrets(installation) }
  },
  options,
  commands: {
    list: { act: 'readMonitors', columns: 'monitor_id reference created_at screened_at stopped_at' },
    'stop <monitor>': {
      act: 'stopMonitorOf',
      json: (_, { input }) => ({ monitor_id: input.monitor_id, stopped: true }),
    },
  },
})

/** `nani dispositions …`: decisions about hits. */
export const dispositions = area<typeof import('@nani/server/services/aml/index.ts'), unknown>({
  name: 'dispositions',
  about: 'decisions of compliance officers about hits',
  load: () => import('@nani/server/services/aml/index.ts'),
  placed: true,
  needs: ({ module, installation }) => ({
    ...installation,
    secrets: module.monitorSecrets(installation),
    resultsVault: installation.vaultFor('results'),
  }),
  options,
  commands: {
    list: { act: 'readDispositions', columns: 'decided_at disposition screening_id position' },
    'show <screening> <position>': 'showDisposition',
    'set <screening> <position> <disposition>': {
      act: 'setDisposition',
      options: { officer: 'the officer who decided' },
    },
  },
})
