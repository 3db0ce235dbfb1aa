import { actsWithNeeds } from '../../gateway/acts/index.ts'
import type { PeopleNeeds } from './needs.ts'

/** The form of acts and readings of this module. */
export const { act: peopleAct, reading: peopleReading } = actsWithNeeds<PeopleNeeds>()
