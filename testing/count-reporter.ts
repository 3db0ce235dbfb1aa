import type { TestError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { knownRetries } from './known-retries.ts'

/**
 * Ends a run with one line that a program can read: `N passed, N failed[, N skipped]`. The lines before it name each test
 * that was retried, and each one that a machine cannot run, with the reason. In CI, the retry of a test that is not in the list of known ones is a failure.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    // Failures outside a test (a file that does not load, a hook, an unhandled rejection) count as well.
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      for (const state of states) count[state === 'pending' ? 'skipped' : state]++
      if (module.state() === 'failed' && !states.includes('failed')) count.failed++
    }
    reportReasons(modules)
    const unknown = reportRetries(modules)
    if (process.env.CI && unknown > 0) {
      count.failed += unknown
      process.exitCode = 1
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
    console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
  }
}

/** Prints why tests were skipped, where they say it. */
const reportReasons = (modules: readonly TestModule[]): void => {
  for (const module of modules)
    for (const test of module.children.allTests('skipped')) {
      const result = test.result()
      if (result.state === 'skipped' && result.note)
        console.log(`skipped: ${module.relativeModuleId} > ${test.fullName}: ${result.note}`)
    }
}

/** Prints the tests that passed when they were retried, and why they failed first. Returns how many of them are not in the list. */
const reportRetries = (modules: readonly TestModule[]): number => {
  const retried = modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => ({ name: `${module.relativeModuleId} > ${test.fullName}`, test })),
  )
  const isKnown = (name: string) => Object.keys(knownRetries).some((known) => name.startsWith(known))
  for (const { name, test } of retried) {
    console.log(`retried${isKnown(name) ? ', known' : ''}: ${name}`)
    for (const line of test.result().errors?.map(whyItFailed) ?? []) console.log(`  ${line}`)
  }
  return retried.filter(({ name }) => !isKnown(name)).length
}

const whyItFailed = ({ message, diff, stacks }: TestError): string => {
  const place = stacks?.at(-1)
  return [message, ...(diff ? [diff] : []), ...(place ? [`at ${place.file}:${place.line}`] : [])].join('\n  ')
}
