import type { AmlDisposition } from '@nani/contract'
import { area } from './command-area.ts'
import { atMost, namedApplication } from './named-application.ts'
import { facts, minute, shown, table } from './views.ts'

type Monitoring = typeof import('@nani/server/services/monitoring/index.ts')
type Aml = typeof import('@nani/server/services/aml/index.ts')
type Monitor = Awaited<ReturnType<Monitoring['readMonitors']>>[number]
type Decision = Awaited<ReturnType<Aml['readDispositions']>>[number]

/** `nani monitors …`: the monitored subjects of an application. */
export const monitors = area<Monitoring, unknown>({
  name: 'monitors',
  about: 'the monitored subjects of an application',
  load: () => import('@nani/server/services/monitoring/index.ts'),
  async needs({ installation }) {
    const { monitorSecrets } = await import('@nani/server/services/aml/index.ts')
    return { ...installation, secrets: monitorSecrets(installation) }
  },
  options: { application_id: namedApplication },
  commands: [
    {
      words: 'list',
      about: 'the newest monitors with their references; the subjects are not shown',
      example: 'monitors list --limit 20',
      act: 'readMonitors',
      options: { limit: atMost(1_000, 100) },
      json: (data) => ({ data }),
      text: table<Monitor>(
        [
          'monitor_id',
          (one) => shown(one.reference),
          (one) => `since ${minute(one.created_at)}`,
          ({ stopped_at, screened_at }) =>
            stopped_at ? `stopped ${minute(stopped_at)}` : `last screened ${minute(screened_at)}`,
        ],
        '  There are no monitors.',
      ),
    },
    {
      words: 'stop <monitor>',
      about: 'stop a monitor; it deletes the data of its subject',
      example: 'monitors stop mon_01JB2X4T6V9X2B5D7F9H1K3M5P',
      act: 'stopMonitorOf',
      json: (_, { input }) => ({ monitor_id: input.monitor_id, stopped: true }),
      text: (_, { input }) => `  ${shown(input.monitor_id)} is stopped.\n`,
    },
  ],
})

const decisionText = facts<AmlDisposition>({
  Disposition: 'disposition',
  Reason: 'reason',
  Officer: 'officer',
  Decided: 'decided_at',
  On: (one) => `${one.screening_id}, hit ${one.position}`,
})

/** `nani dispositions …`: decisions about hits. */
export const dispositions = area<Aml, unknown>({
  name: 'dispositions',
  about: 'decisions of compliance officers about hits',
  load: () => import('@nani/server/services/aml/index.ts'),
  needs: ({ module, installation }) => ({
    ...installation,
    secrets: module.monitorSecrets(installation),
    resultsVault: installation.vaultFor('results'),
  }),
  options: { application_id: namedApplication },
  commands: [
    {
      words: 'list',
      about: 'the latest decisions; use show for the reason',
      example: 'dispositions list',
      act: 'readDispositions',
      options: { limit: atMost(1_000, 100) },
      json: (data) => ({ data }),
      text: table<Decision>(
        [(one) => minute(one.decided_at), 'disposition', 'screening_id', (one) => `hit ${one.position}`],
        '  There are no decisions.',
      ),
    },
    {
      words: 'show <screening> <position>',
      about: 'the current decision about a hit, with its reason',
      example: 'dispositions show aml_01JB2X4T6V9X2B5D7F9H1K3M5P 0',
      act: 'showDisposition',
      text: decisionText,
    },
    {
      words: 'set <screening> <position> <disposition>',
      about: 'decide about a hit on behalf of the application',
      example:
        'dispositions set aml_01JB2X4T6V9X2B5D7F9H1K3M5P 0 false_positive --reason "Born in another year"',
      act: 'setDisposition',
      options: { reason: 'the reason, for the audit', officer: 'the officer who decided' },
      text: decisionText,
    },
  ],
})
