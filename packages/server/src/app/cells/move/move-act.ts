import Type, { type Static } from 'typebox'
import { type ActContext, defineAct, needsOf } from '../../../gateway/acts/index.ts'
import { closed, requireOwner } from '../cell-needs.ts'
import { placeOfOrganization } from '../places.ts'
import type { Moved } from './move-organization.ts'
import { type Begun, type MoveNeeds, moveRefusals, runCompletion, runMove } from './run-move.ts'

/** `home`, or the name of a cell. */
const database = Type.String({ pattern: '^[a-z][a-z0-9_]{0,29}$' })

const move = Type.Object(
  {
    organization_id: Type.String({ maxLength: 60 }),
    cell: database,
    /** The longest time for which writes of the organization are refused. */
    refuse: Type.Integer({ minimum: 2, maximum: 60 }),
  },
  closed,
)
type Input = Static<typeof move>

const moved = Type.Object({
  from: Type.String(),
  to: Type.String(),
  applications: Type.Integer(),
  rows: Type.Integer(),
  /** For how long writes were refused. Null: an earlier command was completed. */
  refused_ms: Type.Union([Type.Integer(), Type.Null()]),
})

/** Moves the applications of an organization and its money with all their rows to another database, while the server runs. */
export const moveOrganization = defineAct({
  name: 'organizations.move',
  sentence: { en: 'Moves an organization to a cell', fr: 'Déplace une organisation vers une cellule' },
  actors: { operator: ['supervisor'] },
  input: move,
  output: moved,
  needs: needsOf<MoveNeeds>(),
  refusals: moveRefusals,
  // The work is in several databases, and a process may end in between.
  async started({ input: { organization_id: organizationId, cell }, needs }) {
    requireOwner(needs)
    const from = await placeOfOrganization(needs.pool, organizationId)
    return { subject: organizationId, organizationId, after: { step: 'begin', from, to: cell } }
  },
  async prepare({ input, needs }): Promise<Moved & { from: string }> {
    return runMove(needs, input)
  },
  async perform({
    input,
    prepared: { from, ...moved },
  }: ActContext<Input, MoveNeeds, Moved & { from: string }>) {
    const { organization_id: organizationId, cell: to } = input
    return {
      result: { from, to, ...moved },
      entry: { subject: organizationId, organizationId, after: { step: 'end', from, to, ...moved } },
    }
  },
})

const begun = Type.Object(
  { organization_id: Type.String({ maxLength: 60 }), from: database, cell: database },
  closed,
)

/** Ends a move whose command ended too early. The entry of its beginning is that of the command. */
export const completeMove = defineAct({
  name: 'organizations.complete_move',
  sentence: {
    en: 'Completes the move of an organization to a cell',
    fr: 'Achève le déplacement d’une organisation vers une cellule',
  },
  actors: { system: true },
  input: begun,
  output: moved,
  needs: needsOf<MoveNeeds>(),
  refusals: [
    ...(['organization_not_found', 'cell_not_found', 'cell_elsewhere', 'cell_in_use'] as const),
    'organization_not_moved',
  ],
  async prepare({ input, needs }): Promise<Moved> {
    return runCompletion(needs, input)
  },
  async perform({ input, prepared }: ActContext<Begun, MoveNeeds, Moved>) {
    const { organization_id: organizationId, from, cell: to } = input
    return {
      result: { from, to, ...prepared },
      entry: { subject: organizationId, organizationId, after: { step: 'end', from, to, ...prepared } },
    }
  },
})
