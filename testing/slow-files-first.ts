import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files whose tests take long: they start processes, end them, wait, or show every page. */
const slow = [
  'acceptance/0-suite/served-commands.test.ts',
  'acceptance/13-promises/',
  'acceptance/14-webhooks/attempts.test.ts',
  'acceptance/18-packages/',
  'acceptance/23-sign-in/pages.test.ts',
  'acceptance/24-billing/',
  'acceptance/8-bad-input/',
  'acceptance/9-operations/',
  'packages/engines/src/face-engine/worker-memory.test.ts',
  'packages/operator/src/cells/',
  'packages/server/src/app/cells/',
  'packages/web/testing/',
  'testing/trial/',
]

const isSlow = ({ moduleId }: TestSpecification): boolean =>
  slow.some((path) => moduleId.includes(`/${path}`))

/**
 * Vitest begins with the longest files. It does not know how long their tests take, so that a slow file could begin last,
 * and all workers but one would wait for it.
 */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    // The isolated files share their group with the packages. They are few, and one of them is the longest of the group.
    const isolated = projects.get('isolated') ?? []
    projects.delete('isolated')
    return [isolated, ...projects.values()].flatMap((own) => [
      ...own.filter(isSlow),
      ...own.filter((file) => !isSlow(file)),
    ])
  }
}
