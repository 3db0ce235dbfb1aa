import { setTimeout } from 'node:timers/promises'
import { columns } from '@nani/cli'
import { environments } from '@nani/contract'
import type { RotatedReceiptKey } from '@nani/server/calls/receipts/index.ts'
import { area } from '../command-line/command-area.ts'
import { oneOf } from '../command-line/one-of.ts'

/** The commands of the keys that sign receipts. */
export const receipts = area<typeof import('@nani/server/calls/receipts/index.ts')>({
  name: 'receipts',
  about: 'receipts of results',
  load: () => import('@nani/server/calls/receipts/index.ts'),
  commands: {
    'rotate-key': {
      act: 'rotateReceiptKeys',
      about: 'sign receipts of later results with new keys; earlier keys stay public for ten years',
      options: {
        environments: {
          ...{ text: 'sandbox or production (default: both)', as: 'environment', value: 'environment' },
          parse: oneOf(environments),
          read: (given: string | undefined) => (given === undefined ? [] : [given]),
        },
      },
      /** It returns when the new keys are in force. */
      async perform({ module, installation, input, perform }) {
        const keys = await perform(module.rotateReceiptKeys, input as never)
        const startsAtMs = Math.max(...keys.map(({ starts_at }) => Date.parse(starts_at)))
        await setTimeout(Math.max(0, startsAtMs - installation.clock.now()))
        return keys
      },
      json: (keys) => ({ keys }),
      text: (keys: RotatedReceiptKey[]) => {
        const rows = keys.map(({ environment, kid, starts_at, previous }) => [
          ...[environment, kid, starts_at],
          previous === null ? 'no earlier key' : `${previous} stays public for ten years`,
        ])
        return `${columns([['ENVIRONMENT', 'KEY', 'SIGNS FROM', 'EARLIER KEY'], ...rows])}\n`
      },
    },
  },
})
