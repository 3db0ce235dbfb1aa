import type { Terminal } from '@nani/cli'
import type { Actor } from '@nani/foundation/core/index.ts'
import type { Declaration } from '@nani/server/gateway/acts/index.ts'
import type { Option } from 'commander'
import type { Installation } from '../installation/installation.ts'
import type { TwoPeopleRules } from '../installation/installation-rules.ts'

/** A declared act or reading, as a command calls it. The act checks its input itself. */
export type Performable = {
  (actor: Actor, input: never, needs: never): Promise<unknown>
  readonly declaration: Declaration
}

/** Differences of an option from what the schema of its member says. */
export type OptionSpec = {
  text?: string
  /** The name in the command, if it differs from the name of the member. */
  as?: string
  /** The placeholder of the value in the help. */
  value?: string
  default?: unknown
  required?: boolean
  /** The text of the flag `--no-…`, for a member that may be withdrawn. */
  no?: string
  /** In place of the reader of its kind. It refuses a value before the installation is opened. */
  parse?(text: string, before?: never): unknown
  /** Converts a value when the installation is open. It gets undefined where the option is absent. */
  read?(value: never, call: OpenCall): unknown
}
/** By member of the input. A text is the description. Null: the command has no such option. */
export type Options = Readonly<Record<string, string | OptionSpec | null>>

/** A command with an open installation. */
export type OpenCall = {
  actor: Actor
  installation: Installation
  terminal: Terminal
  /** The arguments by their name and the options, as the command got them. */
  given: Readonly<Record<string, unknown>>
  /** The cells that did not answer. The document of `--json` names them. */
  unread: string[]
  /** The rules of two people of the installation. A variable that differs from them is an error. */
  rules(): Promise<TwoPeopleRules>
  /** Runs after the command, also after a failure. */
  finally(close: () => Promise<void> | void): void
}

export type Call<Module, Needs> = OpenCall & {
  module: Module
  needs: Needs
  /** The input of the act. */
  input: Readonly<Record<string, unknown>>
  perform<Input, Result>(
    act: (actor: Actor, input: Input, needs: Needs) => Promise<Result>,
    input: Input,
  ): Promise<Result>
}

/** Differences of a command from what the declaration of its act says. */
type Facts<Module> = {
  act?: keyof Module & string
  /** In place of the sentence of the act. */
  about?: string
  options?: Options
  /** Options that are no member of the input. */
  flags?: readonly Option[]
  /** It is performed in home, also if it names an application of a cell. */
  inHome?: true
  /** The list has the rows of all databases, those with the latest of this member first. */
  everywhere?: string
  /** The members that a list shows, such as `id access.service`. Absent: every plain one. */
  columns?: string
}

/** The steps of a command that are not those of every command. */
export type Steps<Module, Needs> = {
  /** In place of the act alone. */
  perform?(call: Call<Module, Needs>): Promise<unknown>
  /** In place of an act: work on files alone, without an installation. */
  offline?(call: Pick<Call<Module, Needs>, 'given' | 'terminal' | 'module'>): Promise<unknown>
  /** The document of `--json`, if it differs from the result. */
  json?(result: never, call: Call<Module, Needs>): unknown
  /** The lines for people, if they say more than the document. */
  text?(result: never, terminal: Terminal, call: Call<Module, Needs>): string | Promise<string>
  /** In place of the output, for a report that is printed with an error. */
  print?(result: never, call: Call<Module, Needs>): void
  /** Runs after the output, and may refuse what was printed. */
  after?(result: never, call: Call<Module, Needs>): void
}

/** A step is a function, or the name of one that the module of the area exports. */
export type Command<Module, Needs> = Facts<Module> & {
  [Step in keyof Steps<Module, Needs>]: Steps<Module, Needs>[Step] | (keyof Module & string)
}

/** A command whose steps are functions. */
export type ReadyCommand<Module, Needs> = Facts<Module> & Steps<Module, Needs>

/** Commands that share a module of the server and its needs. */
export type Area<Module = Record<string, unknown>, Needs = unknown> = {
  name: string
  about: string
  load(): Promise<Module>
  /** Absent: the installation is enough. */
  needs?(call: OpenCall & { module: Module }): Needs | Promise<Needs>
  /** Each act may need a second person, whatever its declaration says. */
  mayNeedTwo?: true
  /** Its commands are refused while the database of a register of its own is away. */
  needsRegister?: true
  /**
   * Its acts run in the database that has the application, or the applications of the organization, which a command names. `money`: in
   * the one that has the money of the organization. Another text is the export of the module that looks for the application of an id in
   * one database.
   */
  placed?: true | 'money' | (keyof Module & string)
  /** Another name of the option `--as`. */
  alias?: string
  /** How members are written that several commands have. */
  options?: Options
  /** The document of a list. Absent: `{ data }`. */
  list?(data: readonly unknown[]): unknown
  /** The text after an act that names no other: the name of an export of the module. */
  text?: keyof Module & string
  /** The descriptions of groups of commands within the area. */
  groups?: Readonly<Record<string, string>>
  /**
   * By the words of the command, such as `show <id>` or `calibration list`; without a name it is that of the area. A text is the
   * exported act or reading that says everything.
   */
  commands: Readonly<Record<string, (keyof Module & string) | Command<Module, Needs>>>
}

/** An area with the types of its module. Only a type, so that no module of the server is loaded with its description. */
export const area = <Module, Needs = Installation>(definition: Area<Module, Needs>): Area =>
  definition as unknown as Area
