import { type Terminal, wholeNumber } from '@nani/cli'
import { environments } from '@nani/contract'
import { type Command, Option } from 'commander'
import { act, actingAs, operator } from '../operator-command.ts'

/** `nani credit-model …`. */
export const addCreditModel = (program: Command, terminal: Terminal): void => {
  const model = program.command('credit-model').description('the model of Credit Scoring').helpCommand(false)
  addTraining(model, terminal)
  addDecisions(model, terminal)
  addReadings(model, terminal)
}

const groupPurpose = 'columns for the calibration by group, never inputs: age=30,45,60 dependants'

const addTraining = (model: Command, terminal: Terminal): void => {
  operator(
    model.command('train').argument('<data>'),
    'nani credit-model train loans.csv --target defaulted --map factors.json --out model.json',
  )
    .description(
      'train a model on a CSV file, and measure it on 3 of 10 rows that the training does not read',
    )
    .requiredOption('--target <column>', 'the column with the outcome')
    .requiredOption('--map <file>', 'the factor map: features, factors, trends')
    .requiredOption('--out <file>', 'where the model is written')
    .option('--group <column=edges...>', groupPurpose)
    .option('--card <file>', 'where the model card is written, with the mean over five splits')
    .action(async (data, options) => (await import('./credit-model.ts')).train(data, options, terminal))

  operator(
    model.command('evaluate').argument('<data>'),
    'nani credit-model evaluate loans-2027.csv --target defaulted --map factors.json --model model.json',
  )
    .description('measure a model on every row of a CSV file')
    .requiredOption('--target <column>', 'the column with the outcome')
    .requiredOption('--map <file>', 'the factor map of the file')
    .requiredOption('--model <file>', 'the model')
    .option('--group <column=edges...>', groupPurpose)
    .action(async (data, options) => (await import('./credit-model.ts')).evaluate(data, options, terminal))
}

const addDecisions = (model: Command, terminal: Terminal): void => {
  act(model.command('activate').argument('<model>'), 'nani credit-model activate model.json --as mbuyi')
    .description(
      'use a model file or a stored version for scores; effective after a second operator repeats the command within 24 hours',
    )
    .option('--challenger', 'in shadow mode: its scores are stored and never returned')
    .action(async (file, options) =>
      (await import('./credit-model-versions.ts')).activate(file, options, terminal),
    )

  act(
    model.command('recalibrate').argument('<data>'),
    'nani credit-model recalibrate loans.csv --target defaulted --as mbuyi',
  )
    .description(
      'fit the probabilities of a model to own outcomes, and propose the result as the active model; a second operator confirms it',
    )
    .requiredOption('--target <column>', 'the column with the outcome: 0 (repaid) or 1 (default)')
    .option('--model <model>', 'a model file or a stored version (default: the active one)')
    .option('--out <file>', 'where the model is also written')
    .action(async (data, options) =>
      (await import('./credit-model-recalibrate.ts')).recalibrateModel(data, options, terminal),
    )

  act(
    model.command('accept-generated'),
    'nani credit-model accept-generated --reason "pilot with our own staff" --as mbuyi',
  )
    .description(
      'use the generated model of the release in production; effective after a second operator repeats the command within 24 hours',
    )
    .requiredOption('--reason <text>', 'why a model of generated people may decide')
    .action(async (options) =>
      (await import('./credit-model-versions.ts')).acceptGenerated(options, terminal),
    )
}

const addReadings = (model: Command, terminal: Terminal): void => {
  operator(model.command('list'), 'nani credit-model list --json')
    .description('the stored versions, their state, and whether production may score')
    .action(async (options) => (await import('./credit-model-versions.ts')).list(options, terminal))

  operator(model.command('show').argument('[version]'), 'nani credit-model show generated-db431a5740d1')
    .description('one version (default: the active one): what it rests on, and who accepted it')
    .action(async (version, options) =>
      (await import('./credit-model-versions.ts')).show(version, options, terminal),
    )

  actingAs(
    operator(
      model.command('explain').argument('<score>'),
      'nani credit-model explain crs_01JB2X4T6V9X2B5D7F9H1K3M5P --as mbuyi',
    ),
  )
    .description('calculate a score again from its stored bins; the reading is audited')
    .action(async (score, options) => (await import('./credit-scores.ts')).explain(score, options, terminal))

  actingAs(
    operator(
      model.command('monitor'),
      'nani credit-model monitor --out report.html --outcomes loans-2026.csv --as mbuyi',
    ),
  )
    .description('write a report about the scores of the last days: stability, outcomes, adverse impact')
    .requiredOption('--out <file>', 'where the HTML file is written')
    .addOption(
      new Option('--environment <environment>', 'whose scores').choices(environments).default('production'),
    )
    .option('--days <n>', 'how far back scores are read', wholeNumber, 90)
    .option('--cutoff <score>', 'the lowest favourable score, for the adverse impact', wholeNumber, 580)
    .option('--model <version>', 'a version (default: the active one)')
    .option('--outcomes <file>', 'a CSV file with defaulted (0 or 1), and score_id or svc_id')
    .action(async (options) => (await import('./credit-monitor.ts')).monitor(options, terminal))
}
