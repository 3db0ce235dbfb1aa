/**
 * The statements that need two databases where an installation has several: `databases: module: first words`. The list may only
 * shrink.
 */
export const knownStatements: readonly string[] = []

/** The transactions that need two databases: `databases: module: declaration`. A new one needs its reason in the test. */
export const knownTransactions: readonly string[] = [
  'cell and home: invoicing: proveWithin',
  'cell and home: organizations: byTwoPeople',
  'cell and home: organizations: changeSubscriptions',
  'cell and home: organizations: chooseConsoleSignIn',
  'cell and home: organizations: closeOrganization',
  'cell and home: organizations: createApplication',
  'cell and home: organizations: createOwnApplication',
  'cell and home: organizations: ensureDemoApplication',
  'cell and home: organizations: suspendIfApproved',
  'cell and home: reviews: createApprovedApplication',
  'cell and home: reviews: updateApproval',
  'cell and home: services/monitoring: previewList',
]

/**
 * Acts of operators that write home and a cell in two transactions. Their files say what a process that ends in between leaves. The
 * statement reads home, which is the first cell too. The list may only shrink.
 */
export const acrossDatabases: readonly string[] = [
  'cell and home: cells: insert into placed_keys (api_key, application_id, cell) sele',
  'cell and home and register: cells: placeOrganization',
  'cell and home and register: cells: removeCell',
]
