import type { Command } from 'commander'
import { list } from '../../option-values.ts'
import type { Terminal } from '../../terminal.ts'
import { caller } from '../call-options.ts'

/** The commands of receipts: signed proofs of results. */
export const addReceiptCommands = (program: Command, terminal: Terminal): void => {
  const receipt = program.command('receipt').argument('<id>', 'the id of a result').helpCommand(false)
  caller(receipt, 'nani receipt kyc_01JB2X4T6V9X2B5D7F9H1K3M5P --show result,created_at --out proof.sdjwt')
    .description('read the signed proof of a result, and choose what it shows')
    .option('--show <a,b>', 'claims to show, such as kyc.basic.full_name (default: all; "": none)', list)
    .option('--out <file>', 'write the receipt to this file')
    .action(async (id, options) => (await import('./receipt.ts')).receipt(id, options, terminal))

  receipt
    .command('verify')
    .argument('<file>', 'a receipt')
    .description('verify a receipt with the public keys, without a call of the API')
    .requiredOption('--jwks <file or URL>', 'the key set, as GET /v1/receipts/jwks.json returns it')
    .option('--issuer <url>', 'the expected issuer (default: any whose key is in the set)')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  $ nani receipt verify proof.sdjwt --jwks jwks.json')
    .action(async (file, _options, command: Command) =>
      // `receipt` has `--json` too, and commander gives it the value.
      (await import('./verify-receipt.ts')).verify(file, command.optsWithGlobals(), terminal),
    )
}
