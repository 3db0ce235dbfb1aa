import { registerCounter } from '@nani/foundation/platform/index.ts'

const labels = ['first', 'second'] as const

/** Counts the signed callbacks by their secret. An operator sees in it when the provider has exchanged the secret. */
export const countCallbacks = () => {
  const values = new Map<string, number>(labels.map((label) => [label, 0]))
  return {
    onSigned(place: number): void {
      const label = labels[place] ?? 'second'
      values.set(label, (values.get(label) ?? 0) + 1)
    },
    register: registerCounter({
      name: 'nani_payment_callbacks_total',
      help: 'Callbacks of the payment provider with a valid signature, by the secret of the signature.',
      label: 'secret',
      values,
    }),
  }
}
