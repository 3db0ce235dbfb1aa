/*
 * The place and the layer of every module, as data. A module is a folder of an area. An area is a folder of
 * packages/server/src, or the source of a package that has modules.
 * The files in packages/server/src itself start and stop the process; together they are the module `main`.
 * Imports go down only. Modules of one layer import each other only where it is listed here. Other modules are
 * imported through their index.ts, or through their settings.ts, which loads nothing else of them. Threads of an engine may import core
 * through its concurrency/threads.ts, which loads little. Tests may import upwards as well, also through index.ts.
 */

/** The modules of every area. `services/*` means every service. */
export const areas: Readonly<Record<string, readonly string[]>> = {
  'packages/foundation/src': [
    'core',
    'storage',
    'archive',
    'http',
    'outbound',
    'embedded-postgres',
    'platform',
  ],
  'packages/engines/src': [
    ...['names', 'list-formats', 'screening'],
    ...['face-engine', 'face-search', 'face-evaluation', 'transparency-log'],
  ],
  'packages/server/src/gateway': ['gateway', 'signed-api', 'acts'],
  'packages/server/src/calls': ['calls', 'commit', 'outbox', 'receipts', 'webhooks', 'disclosure'],
  'packages/server/src/register': [
    'register',
    'register-outbox',
    'register-import',
    'credit-records',
    'synthetic-data',
  ],
  'packages/server/src/risk': ['fraud-network', 'detection', 'lists', 'scorecard', 'evidence'],
  'packages/server/src/money': ['billing', 'invoicing', 'metering'],
  'packages/server/src/citizens': [
    ...['citizen', 'citizen-devices', 'accesses', 'consents'],
    ...['notifier', 'sms', 'sign-in'],
  ],
  'packages/server/src/organizations': [
    ...['organizations', 'pki', 'people', 'people-surface', 'reviews', 'console'],
    ...['mail', 'webauthn', 'call-log', 'compliance', 'conformance', 'test-clock'],
  ],
  'packages/server/src/services': ['services/*'],
  'packages/server/src/desk': ['proposals', 'operators', 'enrolment', 'desk-surface'],
  'packages/server/src/app': [
    'archiving',
    'backup',
    'installation-checks',
    'cells',
    'app',
    'description',
    'installation-rules',
    'audit',
    'audit-transparency',
  ],
}

/** From the lowest to the highest, over all areas. */
export const layers: readonly (readonly string[])[] = [
  ['core'],
  ['storage', 'outbound'],
  ['embedded-postgres', 'archive'],
  ['platform', 'names', 'list-formats', 'evidence', 'webauthn', 'transparency-log'],
  ['http', 'audit', 'sms', 'mail', 'register-outbox'],
  ['acts'],
  ['people', 'proposals'],
  ['people-surface', 'operators'],
  [
    ...['register', 'credit-records', 'metering', 'billing', 'outbox', 'lists', 'detection'],
    ...['fraud-network', 'face-engine', 'scorecard', 'installation-rules'],
  ],
  ['synthetic-data', 'face-search', 'face-evaluation', 'audit-transparency'],
  ['register-import', 'commit', 'disclosure', 'receipts', 'screening'],
  ['citizen-devices'],
  ['consents'],
  ['gateway'],
  ['calls'],
  ['webhooks'],
  ['invoicing'],
  ['services/*', 'pki'],
  ['organizations', 'description', 'accesses'],
  ['notifier', 'reviews', 'call-log', 'compliance', 'conformance', 'test-clock', 'enrolment', 'cells'],
  ['signed-api', 'sign-in', 'citizen', 'console', 'desk-surface', 'backup', 'archiving'],
  ['app'],
  ['installation-checks'],
  ['main'],
  // Shared by the tests of the server. Only tests may import it.
  ['testing'],
]

/** Imports between modules of one layer that are allowed. An entry that no file uses fails the test. */
export const sameLayerImports: readonly (readonly [from: string, to: string])[] = [
  ['services/monitoring', 'services/aml'],
  ['services/credit', 'services/aml'],
  ['services/fraud', 'services/kyc'],
  // A dossier has the newest conformance run.
  ['reviews', 'conformance'],
]

/** The packages of the project that a package may import. A package that is not listed may import any. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/scorecard': [],
  'packages/sdk': ['packages/contract'],
  'packages/web': ['packages/contract'],
  'packages/foundation': ['packages/contract'],
  'packages/engines': ['packages/contract', 'packages/scorecard', 'packages/foundation'],
  'packages/synthetic-data': [],
  'packages/witness': ['packages/foundation', 'packages/engines'],
  'packages/server': ['packages/contract', 'packages/scorecard', 'packages/foundation', 'packages/engines'],
  'packages/cli': ['packages/sdk'],
  'packages/operator': [
    ...['packages/contract', 'packages/cli', 'packages/scorecard'],
    ...['packages/foundation', 'packages/engines', 'packages/server', 'packages/witness'],
  ],
  // It uses only the wire, so that it can also test a rewrite. The other folder knows the machine, and nothing of the product.
  acceptance: ['testing/machine'],
  'testing/machine': [],
}

/** A browser loads this package. Only these files of it import Node, and no other file imports them. */
export const browserSafe = { package: 'packages/contract', nodeFiles: ['packages/contract/src/node.ts'] }
