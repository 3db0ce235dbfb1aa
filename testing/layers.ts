/*
 * The layer of every module, as data. A module is a folder of packages/server/src (of services/, each folder).
 * The files in packages/server/src itself start and stop the process; together they are the module `main`.
 * Imports go down only. Modules of one layer import each other only where it is listed here. Other modules are
 * imported through their index.ts, or through their settings.ts, which loads nothing else of them. Tests may import upwards as well, also through index.ts.
 */

/** From the lowest to the highest. `services/*` stands for every service. */
export const layers: readonly (readonly string[])[] = [
  ['core'],
  ['storage', 'outbound'],
  ['embedded-postgres'],
  ['platform', 'names', 'evidence', 'webauthn'],
  ['http', 'audit', 'sms', 'mail'],
  ['acts'],
  ['people'],
  [
    ...['register', 'credit-records', 'metering', 'billing', 'outbox', 'lists', 'detection'],
    ...['fraud-network', 'face-engine', 'scorecard', 'installation-rules'],
  ],
  ['synthetic-data', 'face-search', 'face-evaluation'],
  ['register-import', 'commit', 'disclosure', 'screening'],
  ['citizen-devices'],
  ['consents'],
  ['gateway'],
  ['calls'],
  ['webhooks'],
  ['invoicing'],
  ['services/*', 'pki'],
  ['organizations', 'description', 'accesses'],
  ['notifier', 'reviews', 'call-log'],
  ['signed-api', 'sign-in', 'citizen', 'console'],
  ['app'],
  ['main'],
  // Shared by the tests of the server. Only tests may import it.
  ['testing'],
]

/** Imports between modules of one layer that are allowed. An entry that no file uses fails the test. */
export const sameLayerImports: readonly (readonly [from: string, to: string])[] = [
  ['services/monitoring', 'services/aml'],
  ['services/credit', 'services/aml'],
  ['services/fraud', 'services/kyc'],
]

/** The packages of the project that a package may import. A package that is not listed may import any. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/scorecard': [],
  'packages/sdk': ['packages/contract'],
  'packages/web': ['packages/contract'],
  'packages/server': ['packages/contract', 'packages/scorecard'],
  'packages/cli': ['packages/sdk'],
  'packages/operator': ['packages/contract', 'packages/cli', 'packages/scorecard', 'packages/server'],
  // It uses only the wire, so that it can also test a rewrite. The other folder knows the machine, and nothing of the product.
  acceptance: ['testing/machine'],
  'testing/machine': [],
}

/** A browser loads this package. Only these files of it import Node, and no other file imports them. */
export const browserSafe = { package: 'packages/contract', nodeFiles: ['packages/contract/src/node.ts'] }
