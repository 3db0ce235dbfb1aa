/** The time at which the clock of most tests begins. The partitions of `createDatabaseAtNoon` are those of this time. */
export const noon = Date.UTC(2026, 2, 15, 12)
