import { printJson, type Terminal } from '@nani/cli'
import type { Declaration } from '@nani/server/gateway/acts/index.ts'
import { type Command as Commander, Option } from 'commander'
import { type Installation, withInstallation } from '../installation/installation.ts'
import { noteUnknownLogin, rulesOf } from '../installation/installation-rules.ts'
import type { Area, Call, Command, OpenCall, Performable, ReadyCommand } from './command-area.ts'
import { camel, type Derived, deriveOptions, inputOf } from './derive-options.ts'
import { operatorOf } from './operator-actor.ts'
import { act as withOptionsOfAct } from './operator-command.ts'
import { listText, recordText } from './views.ts'

type Module = Record<string, unknown>
type AnyCommand = ReadyCommand<Module, unknown>
type Placed = {
  area: Area
  module: Module
  command: AnyCommand
  act: Performable | null
  derived: readonly Derived[]
}

/** Adds the commands of an area, derived from the declarations of its acts and readings. */
export const addCommands = async (parent: Commander, area: Area, terminal: Terminal): Promise<void> => {
  const module = await area.load()
  for (const [words, said] of Object.entries(area.commands)) {
    const facts = typeof said === 'string' ? { act: said } : said
    const act = facts.act === undefined ? null : (module[facts.act] as Performable)
    const isAct = act?.declaration.kind === 'act'
    const command = withSteps(isAct && area.text ? { text: area.text, ...facts } : facts, module)
    const derived = act ? deriveOptions(act.declaration.input, { ...area.options, ...command.options }) : []
    addCommand(parent, words, { area, module, command, act, derived }, terminal)
  }
}

const stepNames = ['perform', 'offline', 'json', 'text', 'print', 'after'] as const

/** A step that is a name becomes the export of the module with this name. */
const withSteps = (said: Command<Module, unknown>, module: Module): AnyCommand =>
  ({
    ...said,
    ...Object.fromEntries(
      stepNames.flatMap((step) => (typeof said[step] === 'string' ? [[step, module[said[step]]]] : [])),
    ),
  }) as AnyCommand

const addCommand = (parent: Commander, text: string, placed: Placed, terminal: Terminal): void => {
  const { area, command, act, derived } = placed
  const words = text.split(' ').filter(Boolean)
  const added = words
    .filter((word) => !isArgument(word))
    .reduce((within, name) => childOf(within, name, area.groups?.[name]), parent)
  added.description(command.about ?? (act ? aboutOf(act.declaration) : area.about))
  const names = words.filter(isArgument).map((word) => addArgument(added, word, derived))
  const options = derived.filter(({ name }) => !names.includes(name))
  for (const option of options.flatMap(optionsOf)) added.addOption(option)
  for (const flag of command.flags ?? []) added.addOption(flag)
  if (area.alias) added.addOption(new Option(`--${area.alias} <name>`, 'the same as --as'))
  withOptionsOfAct(added, exampleOf(area, words, [...options.flatMap(optionsOf), ...(command.flags ?? [])]))
  added.action(async (...values: unknown[]) => {
    const own = values[names.length] as Record<string, unknown>
    const given = { ...own, ...Object.fromEntries(names.map((one, at) => [camel(one), values[at]])) }
    await run(placed, given, terminal)
  })
}

/** The sentence of an act, for the help: who must agree, and whether a reading is recorded. */
const aboutOf = ({ sentence, secondPerson, kind, recorded }: Declaration): string => {
  const said = `${sentence.en.charAt(0).toLowerCase()}${sentence.en.slice(1)}`
  if (secondPerson) return `${said}; it needs two people`
  return kind === 'reading' && recorded ? `${said}; the reading is audited` : said
}

/** A command line with what it must have. */
const exampleOf = ({ name }: Area, words: readonly string[], options: readonly Option[]): string => {
  const needed = options.filter(({ mandatory, defaultValue }) => mandatory && defaultValue === undefined)
  const placeholder = ({ argChoices, flags }: Option) =>
    argChoices?.[0] ?? (/<([^>]+)>/.exec(flags)?.[1] ?? '').toUpperCase()
  const filled = words.map((word) => (isArgument(word) ? word.replace(/[<>.]/g, '').toUpperCase() : word))
  return ['nani', name, ...filled, ...needed.map((one) => `${one.long} ${placeholder(one)}`)].join(' ')
}

const isArgument = (word: string): boolean => /^[<[]/.test(word)

/** A command of this name. A group exists once. */
const childOf = (parent: Commander, name: string, group: string | undefined): Commander => {
  const found = parent.commands.find((one) => one.name() === name)
  if (found) return found
  const added = parent.command(name)
  return group === undefined ? added : added.description(group).helpCommand(false)
}

/** `<id>`, `[id]` or `<id...>` gets the description and the reader of the member with this name. */
const addArgument = (command: Commander, word: string, derived: readonly Derived[]): string => {
  const name = word.replace(/[<>[\].]/g, '')
  const option = derived.find((one) => one.name === name)
  const text = [option?.spec.text, option?.words?.join(', ')].find(Boolean) ?? ''
  command.argument(word, text, option?.parse as (text: string) => unknown)
  return name
}

const optionsOf = ({ name, value, spec, words, required, parse }: Derived): Option[] => {
  const text = [spec.text, words?.join(', ')].find(Boolean)
  const option = new Option(`--${name}${value === null ? '' : ` <${value}>`}`, text)
  if (parse) option.argParser(parse as (text: string) => unknown)
  if (spec.default !== undefined) option.default(spec.default)
  option.makeOptionMandatory(required)
  return spec.no === undefined ? [option] : [option, new Option(`--no-${name}`, spec.no)]
}

type Given = Readonly<Record<string, unknown>>

/** The three steps of every command: the installation, the act in the name of the operator, and the output. */
const run = async (placed: Placed, given: Given, terminal: Terminal): Promise<void> => {
  const { area, module, command } = placed
  const { call, result } = command.offline
    ? await offline(command, { module, given, terminal })
    : await withInstallation(
        terminal,
        (installation) => performInPlace(placed, given, installation, terminal),
        {
          registerMayBeAway: !area.needsRegister,
        },
      )
  if (command.print) return command.print(result as never, call)
  const document = command.json ? await command.json(result as never, call) : documentOf(result, area)
  const rows = rowsOf(result, command)
  if (given.json) printJson(terminal, withUnread(document, call))
  else if (command.text) terminal.out(await command.text(result as never, terminal, call))
  else if (rows) terminal.out(listText(rows, command.columns, terminal))
  else terminal.out(recordText(document))
  command.after?.(result as never, call)
}

type Rows = Parameters<typeof listText>[0]

/** The rows of a table: a list, the `data` of a document, or one record where the command names columns. */
const rowsOf = (result: unknown, { columns }: AnyCommand): Rows | null => {
  if (Array.isArray(result)) return result
  if (columns === undefined) return null
  const { data = [result] } = result as { data?: Rows }
  return data as Rows
}

const documentOf = (result: unknown, { list = (data) => ({ data }) }: Area): unknown =>
  Array.isArray(result) ? list(result) : result

/** The cells that did not answer are named also where only the document is read. */
const withUnread = (document: unknown, { unread = [] }: Partial<Pick<OpenCall, 'unread'>>): unknown =>
  unread.length === 0 ? document : { ...(document as object), unread: unread.toSorted() }

type Offline = Parameters<NonNullable<AnyCommand['offline']>>[0]

const offline = async (command: AnyCommand, call: Offline) => ({
  call: call as Call<Module, unknown>,
  result: await command.offline?.(call),
})

const performInPlace = async (
  placed: Placed,
  given: Given,
  installation: Installation,
  terminal: Terminal,
): ReturnType<typeof perform> => {
  const { area, command, module } = placed
  const performAt = (place: Installation) => perform(placed, given, place, terminal)
  const { everywhere } = command
  if (everywhere !== undefined) return performEverywhere(performAt, { everywhere, given, installation })
  if (!area.placed || command.inHome) return performAt(installation)
  const { inPlace, inPlaceOfMoney, inPlaceOfObject } = await import('./in-place.ts')
  if (area.placed === true) return inPlace(installation, given, performAt)
  if (area.placed === 'money') return inPlaceOfMoney(installation, given, performAt)
  const applicationOf = module[area.placed] as (
    pool: Installation['pool'],
    id: string,
  ) => Promise<string | null>
  const { id } = given
  if (typeof id !== 'string') return performAt(installation)
  return inPlaceOfObject(installation, async (pool) => (await applicationOf(pool, id)) !== null, performAt)
}

type Everywhere = { everywhere: string; given: Given; installation: Installation }
type Listed = Readonly<Record<string, string>>

/** The rows of all databases in one list, the newest first. */
const performEverywhere = async (
  performAt: (place: Installation) => ReturnType<typeof perform>,
  { everywhere, given, installation }: Everywhere,
): ReturnType<typeof perform> => {
  const { inEveryCell } = await import('./in-place.ts')
  const { call, result } = await performAt(installation)
  const others = await inEveryCell(installation, call, performAt)
  const rows = [result, ...others.map((other) => other.result)].flat() as Listed[]
  const timeOf = (row: Listed) => Date.parse(row[everywhere] ?? '')
  if (others.length > 0) rows.sort((one, other) => timeOf(other) - timeOf(one))
  return { call, result: typeof given.limit === 'number' ? rows.slice(0, given.limit) : rows }
}

const perform = async (placed: Placed, given: Given, installation: Installation, terminal: Terminal) => {
  const { area, module, command, act, derived } = placed
  const closing: (() => Promise<void> | void)[] = []
  const actor = operatorOf({ as: (given.as ?? given[area.alias ?? 'as']) as string | undefined }, terminal)
  const rules = () => rulesOf(installation.home ?? installation)
  const close: OpenCall['finally'] = (one) => void closing.push(one)
  const open: OpenCall = { actor, installation, terminal, given, rules, finally: close, unread: [] }
  try {
    const isAct = act?.declaration.kind === 'act'
    if (isAct && (area.mayNeedTwo || act.declaration.secondPerson)) noteUnknownLogin(await rules(), terminal)
    const needs = area.needs ? await area.needs({ ...open, module }) : installation
    const input = await inputOf(derived, open)
    const performOne = (one: Performable, its: unknown) => one(actor, its as never, needs as never)
    const call = { ...open, module, needs, input, perform: performOne } as unknown as Call<Module, unknown>
    if (command.perform) return { call, result: await command.perform(call) }
    if (!act) throw new Error('a command without an act has no perform')
    return { call, result: await performOne(act, input) }
  } finally {
    for (const one of closing) await one()
  }
}
