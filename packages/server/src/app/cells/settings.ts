/**
 * What `nani cells add` reads: the login that serves calls and the owner of the schema in the cell, and the login with which the
 * PostgreSQL of the cell reads home.
 */
export const cellVariables = [
  'NANI_CELL_DATABASE_URL',
  'NANI_CELL_OWNER_DATABASE_URL',
  'NANI_CELL_HOME_URL',
] as const
