import { defineModule, type Platform, registerGauges } from '@nani/foundation/platform/index.ts'

const everyMs = 500

/**
 * Compares the replica with the primary while the process serves. During the start all reads use the primary, because
 * the start reads what it has just written.
 */
export const replicaModule = defineModule({
  name: 'replica',
  open({ reads }: Pick<Platform, 'reads'>) {
    const { isFresh } = reads
    if (isFresh === null) return {}
    let timer: NodeJS.Timeout | null = null
    let comparing: Promise<void> = Promise.resolve()
    const follow = () => {
      comparing = reads.compare().then(() => {
        if (timer) timer = setTimeout(follow, everyMs).unref()
      })
    }
    return {
      metrics: [
        registerGauges(
          async () => isFresh(),
          [
            {
              name: 'nani_replica_used',
              help: '1: the replica answers reads that may be without the newest commits. 0: it is too far behind, or stopped.',
              of: (used) => [{ value: used ? 1 : 0 }],
            },
          ],
        ),
      ],
      start() {
        timer = setTimeout(follow, 0).unref()
      },
      async stop() {
        if (timer) clearTimeout(timer)
        timer = null
        await comparing
      },
    }
  },
})
