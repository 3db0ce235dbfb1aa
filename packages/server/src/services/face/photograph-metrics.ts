import { type RegisterMetrics, registerGauges } from '@nani/foundation/platform/index.ts'
import type { OpenFaces } from './open-faces.ts'

export const photographMetrics = ({ waiting }: Pick<OpenFaces, 'waiting'>): RegisterMetrics =>
  registerGauges(
    async () => waiting(),
    [
      {
        name: 'nani_photographs_waiting',
        help: 'Photographs that wait for a worker of this process.',
        of: (value) => [{ value }],
      },
    ],
  )
