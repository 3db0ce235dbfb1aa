import type { OpenCall } from '../command-line/command-area.ts'
import { progressOf } from '../command-line/progress.ts'

type Cells = typeof import('@nani/server/app/cells/index.ts')
type Moved = Awaited<ReturnType<Cells['moveOrganization']>>

/** `nani organizations move`: the act belongs to the module of cells. */
export const moveToCell = async (call: OpenCall): Promise<Moved> => {
  const { actor, installation, given, terminal } = call
  const { moveOrganization } = await import('@nani/server/app/cells/index.ts')
  const progress = progressOf(terminal, 'Copied', given.json === true)
  call.finally(progress.stop)
  const input = {
    organization_id: given.organization as string,
    cell: given.cell as string,
    refuse: given.refuse as number,
  }
  return moveOrganization(actor, input, { ...installation, progress: progress.update })
}

export const movedText = ({ from, to, applications, rows, refused_ms }: Moved): string => {
  if (from === to) return `The organization is in ${to}.\n`
  const refused = refused_ms === null ? '' : ` Writes were refused for ${(refused_ms / 1_000).toFixed(1)} s.`
  return `${applications} applications with ${rows} rows moved from ${from} to ${to}.${refused}\n`
}
