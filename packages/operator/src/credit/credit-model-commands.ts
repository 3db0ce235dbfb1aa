import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { printable, type Terminal, wholeNumber } from '@nani/cli'
import { environments } from '@nani/contract'
import { Option } from 'commander'
import { area } from '../command-line/command-area.ts'
import { needed } from '../command-line/flags.ts'
import { listText } from '../command-line/views.ts'
import type { Trained } from './credit-model.ts'
import type { Proposed } from './credit-model-recalibrate.ts'

const load = async () => ({
  ...(await import('@nani/server/risk/scorecard/index.ts')),
  ...(await import('@nani/server/services/credit/index.ts')),
  ...(await import('./credit-model.ts')),
  ...(await import('./credit-model-recalibrate.ts')),
})
type Credit = Awaited<ReturnType<typeof load>>
// The command that draws loads what the others do not need.
const monitoring = () => import('./credit-monitor.ts')
type Monitored = Awaited<ReturnType<Awaited<ReturnType<typeof monitoring>>['monitor']>>
type Needs = Parameters<Credit['activateModel']>[2] &
  Parameters<Credit['explainScore']>[2] &
  Parameters<Credit['monitorScores']>[2] &
  Parameters<Credit['recalibrateModel']>[0]['needs']

const target = needed('--target <column>', 'the column with the outcome: 0 (repaid) or 1 (default)')
const group = new Option(
  '--group <column=edges...>',
  'columns for the calibration by group, never inputs: age=30,45,60 dependants',
)

type Models = Awaited<ReturnType<Credit['readCreditModels']>>

const notReady = `  Production answers model_not_ready, except in a demo. Activate a model of own outcomes (train or recalibrate), or
  accept the generated one (accept-generated).
`

const modelsText = ({ production_ready, data }: Models, terminal: Terminal): string => {
  const rows = data.map(({ roles, proposed, accepted, basis, ...one }) => ({
    version: one.version,
    state: [...roles, ...proposed.map((role) => `proposed as ${role}`)].join(', ') || 'stored',
    basis:
      accepted.length > 0 ? `${basis}, accepted by ${accepted.map(({ by }) => by).join(' and ')}` : basis,
    ...{ stored_by: one.stored_by, stored_at: one.stored_at },
  }))
  return `${listText(rows, undefined, terminal)}${production_ready ? '' : notReady}`
}

/** `nani credit-model …`. */
export const creditModel = area<Credit, Needs>({
  name: 'credit-model',
  about: 'the model of Credit Scoring',
  load,
  needsRegister: true,
  async needs({ module, installation }) {
    const { isDemo } = await import('@nani/server/organizations/organizations/index.ts')
    const oneAccountMayBeTwo = await isDemo(installation)
    // The models that score, as the processes of the installation see them. A command calls no production.
    const scorecards = module.createScorecards(installation.pool, async () =>
      oneAccountMayBeTwo ? 'sandbox' : 'none',
    )
    return { ...installation, ...module.scoreRecordSecrets(installation), oneAccountMayBeTwo, scorecards }
  },
  commands: {
    'train <data>': {
      about: 'train a model on a CSV file, and measure it on 3 of 10 rows that the training does not read',
      flags: [
        target,
        needed('--map <file>', 'the factor map: features, factors, trends'),
        needed('--out <file>', 'where the model is written'),
        group,
        new Option('--card <file>', 'where the model card is written, with the mean over five splits'),
      ],
      offline: 'train',
      text: (trained: Trained, _, { module }) =>
        module.measuredText(`${trained.model} is the model ${trained.version}.`, trained),
    },
    'evaluate <data>': {
      about: 'measure a model on every row of a CSV file',
      flags: [
        target,
        needed('--map <file>', 'the factor map of the file'),
        needed('--model <file>', 'the model'),
        group,
      ],
      offline: 'evaluate',
      text: (measured: Trained, _, { module }) => module.measuredText(`Model ${measured.version}.`, measured),
    },
    'activate <model>': {
      about:
        'use a model file or a stored version for scores; effective after a second operator repeats the command within 24 hours',
      act: 'activateModel',
      options: { role: null },
      flags: [new Option('--challenger', 'in shadow mode: its scores are stored and never returned')],
      async perform({ module, given, terminal, perform }) {
        const name = String(given.model)
        const isFile = existsSync(resolve(terminal.cwd, name))
        const model = isFile ? await module.readModel(name, terminal) : name
        return perform(module.activateModel, { model, role: given.challenger ? 'challenger' : 'active' })
      },
    },
    'recalibrate <data>': {
      about:
        'fit the probabilities of a model to own outcomes, and propose the result as the active model; a second operator confirms it',
      act: 'activateModel',
      options: { role: null, model: null },
      flags: [
        target,
        new Option('--model <model>', 'a model file or a stored version (default: the active one)'),
        new Option('--out <file>', 'where the model is also written'),
      ],
      perform: 'recalibrateModel',
      json: ({ found: { model, before, after }, status, out }: Proposed) => ({
        ...{ version: model.version, role: 'active', status, model: out },
        ...{ recalibrated_on: model.recalibrated_on, before, after },
      }),
      text: 'recalibratedText',
    },
    'accept-generated': {
      about:
        'use the generated model of the release in production; effective after a second operator repeats the command within 24 hours',
      act: 'acceptGeneratedModel',
      options: { reason: 'why a model of generated people may decide' },
    },
    'decline <version>': {
      about: 'decline what is proposed for a version, or take an own proposal back',
      act: 'declineModel',
      options: { role: null },
      flags: [new Option('--challenger', 'what is proposed for the shadow mode')],
      perform: ({ module, given, input, perform }) =>
        perform(module.declineModel, {
          ...{ version: String(given.version), reason: String(input.reason) },
          role: given.challenger ? 'challenger' : 'active',
        }),
    },
    list: {
      about: 'the stored versions, their state, and whether production may score',
      act: 'readCreditModels',
      text: modelsText,
    },
    'show [version]': {
      about: 'one version (default: the active one): what it rests on, and who accepted it',
      act: 'showCreditModel',
    },
    'explain <score>': {
      about: 'calculate a score again from its stored bins; the reading is audited',
      act: 'explainScore',
    },
    monitor: {
      about: 'write a report about the scores of the last days: stability, outcomes, adverse impact',
      flags: [
        needed('--out <file>', 'where the HTML file is written'),
        new Option('--environment <environment>', 'whose scores').choices(environments).default('production'),
        new Option('--days <n>', 'how far back scores are read').argParser(wholeNumber).default(90),
        new Option('--cutoff <score>', 'the lowest favourable score, for the adverse impact')
          .argParser(wholeNumber)
          .default(580),
        new Option('--model <version>', 'a version (default: the active one)'),
        new Option('--outcomes <file>', 'a CSV file with defaulted (0 or 1), and score_id or svc_id'),
      ],
      perform: async (call) => (await monitoring()).monitor(call),
      text: ({ report, scores, version, known_outcomes, score_psi }: Monitored) =>
        `  ${report} describes ${scores} scores of ${printable(version)}, with ${known_outcomes} outcomes. The stability index of the score is ${score_psi.toFixed(4)}.\n`,
    },
  },
})
