import { Argument, type Command } from 'commander'
import { printable, type Terminal } from '../terminal.ts'
import { candidatesOf } from './candidates.ts'
import { scripts } from './scripts.ts'

/** `nani completion SHELL`, and `nani complete`, which its script calls at each press of the tab key. */
export const addCompletion = (program: Command, terminal: Terminal): void => {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .description('print the script that completes commands and options in a shell')
    .addHelpText('after', '\nExample:\n  $ source <(nani completion bash)')
    .action((shell: keyof typeof scripts) => terminal.out(scripts[shell]))
  program
    .command('complete [words...]', { hidden: true })
    .helpOption(false)
    .action((words: string[]) => {
      for (const { word, about } of candidatesOf(program, words))
        terminal.out(`${word}\t${printable(about)}\n`)
    })
}
