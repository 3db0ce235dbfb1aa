import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one line that a program can read: `N passed, N failed[, N skipped]`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    // Failures outside a test (a file that does not load, a hook, an unhandled rejection) count as well.
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      for (const state of states) count[state === 'pending' ? 'skipped' : state]++
      if (module.state() === 'failed' && !states.includes('failed')) count.failed++
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
    console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
  }
}
