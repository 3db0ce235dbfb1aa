import { printJson, type Terminal } from '@nani/cli'

/** Prints a result as one JSON document, or as text. */
export const printResult = (
  result: unknown,
  text: () => string,
  { json }: { json?: boolean },
  terminal: Terminal,
): void => {
  if (json) printJson(terminal, result)
  else terminal.out(text())
}
