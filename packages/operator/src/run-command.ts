import { printJson, type Terminal } from '@nani/cli'
import { type Command as Commander, Option } from 'commander'
import type { Area, Call, Command, OpenCall, Performable } from './command-area.ts'
import { camel, type Derived, deriveOptions, inputOf } from './derive-options.ts'
import { type Installation, withInstallation } from './installation.ts'
import { noteUnknownLogin, rulesOf } from './installation-rules.ts'
import { operatorOf } from './operator-actor.ts'
import { act as withOptionsOfAct } from './operator-command.ts'
import { recordText } from './views.ts'

/** Adds the commands of an area, derived from the declarations of its acts and readings. */
export const addCommands = async (parent: Commander, area: Area, terminal: Terminal): Promise<void> => {
  const module = await area.load()
  for (const command of area.commands) addCommand(parent, { area, module, command }, terminal)
}

type AnyCommand = Command<Record<string, unknown>, unknown>
type Placed = { area: Area; module: Record<string, unknown>; command: AnyCommand }

const addCommand = (parent: Commander, { area, module, command }: Placed, terminal: Terminal): void => {
  const act = command.act === undefined ? null : (module[command.act] as Performable)
  const derived = act ? deriveOptions(act.declaration.input, { ...area.options, ...command.options }) : []
  const words = command.words.split(' ').filter(Boolean)
  const added = words
    .filter((word) => !isArgument(word))
    .reduce((within, name) => childOf(within, name, area.groups?.[name]), parent)
  added.description(command.about)
  const names = words.filter(isArgument).map((word) => addArgument(added, word, derived))
  for (const option of derived) if (!names.includes(option.name)) added.addOption(optionOf(option))
  for (const flag of command.flags ?? []) added.addOption(flag)
  withOptionsOfAct(added, `nani ${command.example}`)
  added.action(async (...values: unknown[]) => {
    const options = values[names.length] as Record<string, unknown>
    const given = { ...options, ...Object.fromEntries(names.map((one, at) => [camel(one), values[at]])) }
    await run({ area, module, command, act, derived, given }, terminal)
  })
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
  const text = [option?.spec.text, option?.words.join(', ')].find(Boolean) ?? ''
  command.argument(word, text, option?.parse as (text: string) => unknown)
  return name
}

const optionOf = ({ name, value, spec, words, required, parse }: Derived): Option => {
  const text = [spec.text, words.join(', ')].find(Boolean)
  const option = new Option(`--${name}${value === null ? '' : ` <${value}>`}`, text)
  if (parse) option.argParser(parse as (text: string) => unknown)
  if (spec.default !== undefined) option.default(spec.default)
  return option.makeOptionMandatory(required)
}

type Run = Placed & {
  act: Performable | null
  derived: readonly Derived[]
  given: Record<string, unknown>
}

/** The three steps of every command: the installation, the act in the name of the operator, and the output. */
const run = async (placed: Run, terminal: Terminal): Promise<void> => {
  const { module, command, given } = placed
  const { call, result } = command.offline
    ? await offline(command, { module, given, terminal })
    : await withInstallation(terminal, (installation) => perform(placed, installation, terminal))
  if (command.print) return command.print(result as never, call)
  const document = command.json ? await command.json(result as never, call) : result
  if (given.json) printJson(terminal, document)
  else terminal.out(command.text ? await command.text(result as never, call) : recordText(document))
  command.after?.(result as never, call)
}

type Offline = Parameters<NonNullable<AnyCommand['offline']>>[0]

const offline = async (command: AnyCommand, call: Offline) => ({
  call: call as Call<Record<string, unknown>, unknown>,
  result: await command.offline?.(call),
})

const perform = async (
  { area, module, command, act, derived, given }: Run,
  installation: Installation,
  terminal: Terminal,
) => {
  const closing: (() => Promise<void> | void)[] = []
  const actor = operatorOf(given, terminal)
  const open: OpenCall = {
    ...{ actor, installation, terminal, given },
    rules: () => rulesOf(installation),
    finally: (close) => void closing.push(close),
  }
  try {
    const isAct = act?.declaration.kind === 'act'
    if (isAct && (area.mayNeedTwo || act.declaration.secondPerson))
      noteUnknownLogin(await open.rules(), terminal)
    const needs = await area.needs({ ...open, module })
    const input = act ? await inputOf(derived, act.declaration.input, open) : {}
    const call = {
      ...{ ...open, module, needs, input },
      perform: (one: Performable, its: unknown) => one(actor, its as never, needs as never),
    } as unknown as Call<Record<string, unknown>, unknown>
    if (command.perform) return { call, result: await command.perform(call) }
    if (!act) throw new Error(`the command ${command.words} has no act`)
    return { call, result: await act(actor, input as never, needs as never) }
  } finally {
    for (const close of closing) await close()
  }
}
