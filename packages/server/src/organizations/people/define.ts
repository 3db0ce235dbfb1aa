import { actsWithNeeds, type RouteText } from '../../gateway/acts/index.ts'
import type { PeopleNeeds } from './needs.ts'

/** The form of acts and readings of this module. */
export const { act: peopleAct, reading: peopleReading } = actsWithNeeds<PeopleNeeds>()

/** The route of an act that every realm offers. */
export const inEveryRealm = (route: RouteText): { member: RouteText; operator: RouteText } => ({
  member: route,
  operator: route,
})
