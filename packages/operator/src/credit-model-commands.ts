import { type Terminal, wholeNumber } from '@nani/cli'
import { environments } from '@nani/contract'
import { type Command, Option } from 'commander'
import { act, actingAs, operator } from './operator-command.ts'

/** `nani credit-model …`. */
export const addCreditModel = (program: Command, terminal: Terminal): void => {
  const model = program.command('credit-model').description('the model of Credit Scoring').helpCommand(false)

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
    .action(async (data, options) => (await import('./credit-model.ts')).train(data, options, terminal))

  operator(
    model.command('evaluate').argument('<data>'),
    'nani credit-model evaluate loans-2027.csv --target defaulted --map factors.json --model model.json',
  )
    .description('measure a model on every row of a CSV file')
    .requiredOption('--target <column>', 'the column with the outcome')
    .requiredOption('--map <file>', 'the factor map of the file')
    .requiredOption('--model <file>', 'the model')
    .action(async (data, options) => (await import('./credit-model.ts')).evaluate(data, options, terminal))

  act(model.command('activate').argument('<model>'), 'nani credit-model activate model.json --as mbuyi')
    .description(
      'use a model file or a stored version for scores; effective after a second operator repeats the command within 24 hours',
    )
    .option('--challenger', 'in shadow mode: its scores are stored and never returned')
    .action(async (file, options) =>
      (await import('./credit-model-versions.ts')).activate(file, options, terminal),
    )

  operator(model.command('list'), 'nani credit-model list --json')
    .description('the stored versions, and their state')
    .action(async (options) => (await import('./credit-model-versions.ts')).list(options, terminal))

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
