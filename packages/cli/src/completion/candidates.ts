import type { Command, Option } from 'commander'

/** A word that may be typed next, and its description. */
export type Candidate = { word: string; about: string }

/** The words that may replace the last one of `words`: commands, options, or the values of an option or an argument. */
export const candidatesOf = (program: Command, words: readonly string[]): Candidate[] => {
  const typed = words.at(-1) ?? ''
  let command = program
  let awaiting: Option | undefined
  let argumentsTyped = 0
  for (const word of words.slice(0, -1)) {
    if (awaiting) awaiting = undefined
    else if (word.startsWith('-')) awaiting = optionWithValue(command, word)
    else {
      const inner = command.commands.find((one) => one.name() === word)
      argumentsTyped = inner ? 0 : argumentsTyped + 1
      command = inner ?? command
    }
  }
  return possible({ command, awaiting, argumentsTyped }, typed).filter(({ word }) => word.startsWith(typed))
}

type Place = { command: Command; awaiting: Option | undefined; argumentsTyped: number }

const possible = ({ command, awaiting, argumentsTyped }: Place, typed: string): Candidate[] => {
  if (awaiting) return valuesOf(awaiting.argChoices)
  const help = command.createHelp()
  if (typed.startsWith('-'))
    return help.visibleOptions(command).flatMap(({ long, description }) => wordOf(long, description))
  const values = valuesOf(command.registeredArguments[argumentsTyped]?.argChoices)
  if (argumentsTyped > 0) return values
  return [...help.visibleCommands(command).flatMap((one) => wordOf(one.name(), one.description())), ...values]
}

const wordOf = (word: string | undefined, about: string): Candidate[] => (word ? [{ word, about }] : [])

const valuesOf = (values: readonly string[] | undefined): Candidate[] =>
  (values ?? []).map((word) => ({ word, about: '' }))

/** The option after which a value follows as the next word. */
const optionWithValue = (command: Command, word: string): Option | undefined =>
  command.options.find(({ long, short, required }) => required && (long === word || short === word))
