import type { Command } from 'commander'
import { list } from '../option-values.ts'

/** Options of every command that calls the API. */
export const caller = (command: Command, example: string): Command =>
  command
    .option('--production', 'call production, with the client certificate of the credentials file')
    .option(
      '--credentials <file>',
      'credentials file (default: demo-credentials.json in NANI_DATA_DIR or .nani)',
    )
    .option('--profile <name>', 'credentials in ~/.config/nani/profiles/NAME.json (default: NANI_PROFILE)')
    .option('--json', 'print the response as one JSON document')
    .addHelpText('after', `\nExample:\n  $ ${example}`)

/** Options of every call of a service. */
export const call = (command: Command, purpose: string): Command =>
  command
    .option('--purpose <purpose>', 'a purpose that is approved for the application', purpose)
    .option('--reference <text>', 'echoed back')
    .option('--async', 'perform it as a job; see "nani job"')

/** The options `--scopes` and `--base64` of a call that discloses data of a person. */
export const disclosure = (command: Command): Command =>
  command
    .option('--scopes <a,b>', 'scopes (default: every granted scope; "": basic only)', list)
    .option('--base64', 'return files in the response, not as signed URLs')

/** The option `--type` of a person's identifier. */
export const identifierType = (command: Command): Command =>
  command.option('--type <type>', 'svc_id, passport, ceni, driving_licence or national_id', 'svc_id')
