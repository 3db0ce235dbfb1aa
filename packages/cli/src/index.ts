/** The parts of the command line that the commands of an installation share. */

export { columns, labelled } from './aligned-columns.ts'
export type { Problem } from './failure.ts'
export { list, share, wholeNumber } from './option-values.ts'
export { processTerminal } from './process-terminal.ts'
export { type FurtherCommands, run } from './run.ts'
export { paint, printable, printJson, type Terminal, type Tone } from './terminal.ts'
