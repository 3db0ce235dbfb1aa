import { wholeNumber } from '@nani/cli'
import { Option } from 'commander'
import { area } from '../command-line/command-area.ts'
import type { GeneratedReport, RegisterAnswer, RegisterSummary } from './register-text.ts'
import type { FinishedImport } from './run-import.ts'

const load = async () => ({
  ...(await import('@nani/server/register/register/index.ts')),
  ...(await import('@nani/server/desk/enrolment/index.ts')),
  ...(await import('./register.ts')),
  ...(await import('./register-text.ts')),
  ...(await import('./run-import.ts')),
})
type Register = Awaited<ReturnType<typeof load>>
type DeletedPeople = Awaited<ReturnType<Register['deleteSynthetic']>>

const views = ['sandbox', 'production', 'both']
const environment = new Option(
  '--environment <whose>',
  'environment whose calls see them: sandbox, production or both',
)
const ofFile = [
  new Option('--format <format>', 'default: from the name of the file').choices(['ndjson', 'csv']),
  new Option('--rejected <file>', 'where refused records are written (default: nowhere)'),
]

/** `nani register …`: the citizens and businesses of the register. */
export const register = area<Register, Parameters<Register['readRegisterCitizen']>[2]>({
  name: 'register',
  about: 'the citizens and businesses of the register',
  load,
  needsRegister: true,
  async needs({ installation }) {
    const { subjectKeyOf } = await import('@nani/server/app/audit/index.ts')
    const { rootKey, vaultFor } = installation
    return { ...installation, filesVault: vaultFor('files'), subjectKey: subjectKeyOf(rootKey) }
  },
  commands: {
    'import <file>': {
      about: 'import citizens from NDJSON or CSV, or businesses from NDJSON; continues an interrupted import',
      flags: [
        new Option(
          '--environment <whose>',
          `${environment.description} (default: production; on an embedded database, a trial, both)`,
        ).choices(views),
        new Option('--kind <kind>', 'content of the file')
          .choices(['citizens', 'businesses'])
          .default('citizens'),
        ...ofFile,
      ],
      perform: ({ module, ...call }) => module.importFile(call),
      print: (done: FinishedImport, call) => call.module.reportImport(done, call),
    },
    generate: {
      about: 'create a synthetic population, the same for the same seed',
      flags: [
        new Option('--count <n>', 'number of people').argParser(wholeNumber).makeOptionMandatory(),
        new Option('--seed <text>', 'any text').makeOptionMandatory(),
        new Option(environment.flags, environment.description).choices(views).default('sandbox'),
        new Option(
          '--outcomes <file>',
          'also write a CSV file for the trainer: svc_id, defaulted and the records',
        ),
      ],
      perform: ({ module, ...call }) => module.generate(call),
      text: (report: GeneratedReport, { module }) => module.generatedText(report),
    },
    'delete-synthetic': {
      act: 'deleteSynthetic',
      about: 'delete generated people of an environment; results and audit stay; production needs two people',
      options: {
        environment: { text: 'sandbox or production', value: 'environment' },
        reason: 'why they are deleted',
      },
      async perform({ module, actor, installation, input, rules }) {
        const { mayChangeSchema } = await import('@nani/foundation/storage/index.ts')
        const { ownerPool: pool, registerOwnerPool: registerPool } = installation
        const ownsSchema = installation.ownsSchema && (await mayChangeSchema(registerPool))
        const asOwner = { ...installation, pool, registerPool, ownsSchema }
        return module.deleteSynthetic(actor, input as never, {
          ...{ ...asOwner, ...module.endAccessOf(asOwner) },
          rules: await rules(),
        })
      },
      text: ({ status, generated, deleted, kept_elsewhere }: DeletedPeople) =>
        status === 'proposed'
          ? `  Proposed. Another person repeats the command within 24 hours. ${generated} people were generated.\n`
          : `  ${deleted} people are deleted. ${kept_elsewhere} stay in the other environment.\n`,
    },
    'show [identifier]': {
      about: 'the number of records in the register, or the record of one citizen',
      act: 'readRegisterCitizen',
      options: {
        type: { text: 'svc_id, passport, ceni, driving_licence or national_id', default: 'svc_id' },
      },
      perform: ({ module, input, perform }) =>
        input.identifier === undefined
          ? perform(module.readRegisterSummary, {})
          : perform(module.readRegisterCitizen, input as never),
      text: (shown: RegisterSummary | RegisterAnswer, { module }) =>
        'citizen' in shown ? module.personText(shown) : module.summaryText(shown),
    },
  },
})

/** `nani credit-records …`. */
export const creditRecords = area<Register, unknown>({
  name: 'credit-records',
  about: 'the credit records of citizens in the register',
  load,
  needsRegister: true,
  commands: {
    'import <file>': {
      about:
        'import credit records from CSV or NDJSON; reports rows that are wrong or older than the stored record, and continues an interrupted import',
      flags: ofFile,
      perform: ({ module, ...call }) => module.importRecords(call),
      print: (done: FinishedImport, call) => call.module.reportImport(done, call),
    },
  },
})
