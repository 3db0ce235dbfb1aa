import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { printable } from '@nani/cli'
import { normalizeIdentifier } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { Option } from 'commander'
import { area, type OptionSpec } from '../command-line/command-area.ts'
import { inEveryCell } from '../command-line/in-place.ts'
import { moment } from '../command-line/named-application.ts'
import type { Installation } from '../installation/installation.ts'
import type { Enrolled } from './face.ts'
import type { Evaluated } from './face-evaluate.ts'

const load = async () => ({
  ...(await import('@nani/server/services/face/index.ts')),
  ...(await import('./face-text.ts')),
})
type Face = Awaited<ReturnType<typeof load>>
type Reasons = Awaited<ReturnType<Face['readReasons']>>
type Activated = { id: string; model_id: string; status: string }
// They load the libraries of faces and of charts.
const enrolment = () => import('./face.ts')
const evaluation = () => import('./face-evaluate.ts')

/** The recogniser of the installation: that of NANI_FACE_MODELS, or the included one. */
const recogniserOf = async ({ config }: Installation): Promise<string> => {
  const { readManifests } = await import('@nani/engines/face-engine/index.ts')
  return (await readManifests(config.faceModelsDir)).recogniser.manifest.id
}

const svcId = {
  text: '',
  as: 'svc_id',
  read(value: string) {
    const found = normalizeIdentifier({ type: 'svc_id', value })?.value
    if (found !== undefined) return found
    throw new Refusal('value_invalid', `${value} is not an svc_id.`)
  },
} satisfies OptionSpec

/** Adds the commands that work on an installation to `nani face …`, which callers have too. */
export const face = area<Face, Parameters<Face['activateCalibration']>[2]>({
  name: 'face',
  about: 'recognise and enrol faces',
  load,
  needsRegister: true,
  placed: true,
  async needs({ module, installation }) {
    const home = installation.home ?? installation
    const { isDemo } = await import('@nani/server/organizations/organizations/index.ts')
    const { outboxOf } = await import('@nani/server/desk/enrolment/index.ts')
    const { subjectKey, reasons } = module.faceSecrets(installation)
    const registerOutbox = outboxOf(home)
    const oneAccountMayBeTwo = await isDemo(home)
    return { ...installation, subjectKey, reasons, registerOutbox, oneAccountMayBeTwo }
  },
  groups: { calibration: 'the similarity that was fitted to the people of the operator' },
  commands: {
    'enrol [photographs...]': {
      about:
        'enrol photographs: files or folders named by identity (COD-….jpg), or a CSV of svc_id,file; without arguments: the selfies on record that are not enrolled yet',
      flags: [
        new Option(
          '--environment <whose>',
          'sandbox or production (default: production; on an embedded database, a trial, sandbox)',
        ),
        new Option(
          '--source <who>',
          'who took the photographs: clerk, app or file (default: file, an unknown origin)',
        ),
      ],
      perform: async (call) => (await enrolment()).enrol(call),
      json: async (done: Enrolled) => (await enrolment()).enrolledJson(done),
      text: ({ report, refused }: Enrolled, _, { module }) => module.enrolledText(report, refused),
    },
    'revoke <svc_id>': {
      about: 'delete the enrolled faces of a person',
      act: 'revokeFaces',
      options: { svc_id: svcId },
      json: (revoked, { input }) => ({ svc_id: input.svc_id, revoked }),
      text: (templates: number, _, { input }) =>
        `  ${templates} enrolled ${templates === 1 ? 'face' : 'faces'} of ${printable(input.svc_id)} forgotten.\n`,
    },
    'reasons [application]': {
      about:
        'the reasons of face comparisons: generic ones by application, or all reasons of one application',
      act: 'readReasons',
      options: { since: moment('30d') },
      async perform(call) {
        const { module, installation, actor, input } = call
        const asked = input as Parameters<typeof module.readReasons>[1]
        const read = (place: Installation) =>
          module.readReasons(actor, asked, { ...place, reasons: module.faceSecrets(place).reasons })
        const own = await read(installation)
        // An application that is named has its reasons in the database of the call.
        if (asked.application_id !== undefined) return own
        const others = await inEveryCell(installation, call, read)
        return { applications: [own, ...others].flatMap(({ applications }) => applications) }
      },
      text: ({ applications, entries = [] }: Reasons, terminal, { module }) =>
        module.reasonSummaryText(applications, terminal) + module.reasonLines(entries, terminal),
    },
    'evaluate [list]': {
      about:
        'measure error rates on photographs and people (file,person) or on pairs (file_a,file_b,label: same or different); a column group gives the rates within each group',
      flags: [
        new Option(
          '--report <file.html>',
          'where the page with the plots goes (default: in the folder of the list)',
        ),
        new Option('--strict', 'omit photographs that the service refuses'),
        new Option(
          '--fit [file.json]',
          'fit the similarity to these people, and write the calibration (default: in the folder of the list)',
        ),
        new Option('--calibration <file.json>', 'measure with a fitted calibration'),
      ],
      offline: async (call) => (await evaluation()).evaluate(call),
      json: async (done: Evaluated) => (await evaluation()).evaluatedJson(done),
      text: async (done: Evaluated, terminal) => (await evaluation()).evaluatedText(done, terminal),
    },
    'calibration activate <calibration>': {
      about:
        'use a fitted calibration (a file, a stored identifier, or of-the-model); effective after a second operator repeats the command within 24 hours',
      act: 'activateCalibration',
      options: { model_id: null },
      async perform({ module, given, terminal, installation, perform }) {
        const { readCalibration } = await import('./face-calibration.ts')
        const path = resolve(terminal.cwd, String(given.calibration))
        const calibration = existsSync(path) ? readCalibration(path) : String(given.calibration)
        const model_id = await recogniserOf(installation)
        return perform(module.activateCalibration, { calibration, model_id })
      },
      text: ({ id, model_id, status }: Activated) =>
        status === 'effective'
          ? `  ${printable(id)} is in force for ${printable(model_id)}. Each process uses it within five seconds.\n`
          : `  ${printable(id)} is proposed. A second operator must repeat the command within 24 hours.\n`,
    },
    'calibration decline <calibration>': {
      about: 'decline a proposed calibration, or take an own proposal back',
      act: 'declineCalibration',
      options: { model_id: null },
      perform: async ({ module, given, input, installation, perform }) =>
        perform(module.declineCalibration, {
          ...{ calibration: String(given.calibration), reason: String(input.reason) },
          model_id: await recogniserOf(installation),
        }),
      text: ({ id, model_id }: Activated) =>
        `  ${printable(id)} is declined for ${printable(model_id)}. What was in force before stays.\n`,
    },
    'calibration list': {
      about: 'list the stored calibrations',
      act: 'readCalibrations',
    },
  },
})
