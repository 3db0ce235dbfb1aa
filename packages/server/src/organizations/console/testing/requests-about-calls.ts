import type { ConsoleObjects, ConsoleRequests } from './console-objects.ts'
import type { ConsoleWorld } from './console-world.ts'
import { storedDispute, storedMonitor, storedScreening } from './stored-by-calls.ts'

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Requests about what calls of an application left: screenings, monitors, disputes and events. */
export const requestsAboutCalls = (
  world: ConsoleWorld,
  { withApplication, withDossier }: ConsoleObjects,
): ConsoleRequests => {
  /** An application of production with an event of its review, which no endpoint received. */
  const withEvent = async () => {
    const { owner: by, production, review } = await withDossier()
    await by.post(`${review}/submit`)
    await by.put(`${production}/webhook`, { url: 'https://hooks.example.cd/nani' })
    const { json } = await by.get(`${production}/events`)
    return { by, production, event: json.data[0]?.id }
  }
  return {
    async 'dispositions.decide_own'() {
      const { owner: by, sandbox } = await withApplication()
      const screening_id = await storedScreening(world, idOf(sandbox))
      const decision = { screening_id, position: 0, disposition: 'false_positive' }
      const body = { ...decision, reason: 'Born in another year.' }
      return { by, method: 'POST', path: `${sandbox}/dispositions`, body }
    },
    async 'monitors.stop_own'() {
      const { owner: by, sandbox } = await withApplication()
      const monitor = await storedMonitor(world, idOf(sandbox))
      return { by, method: 'POST', path: `${sandbox}/monitors/${monitor}/stop`, body: {} }
    },
    async 'disputes.answer_own'() {
      const { owner: by, path, sandbox } = await withApplication()
      const dispute = await storedDispute(world, idOf(sandbox))
      const body = { text: 'Voici pourquoi.' }
      return { by, method: 'POST', path: `${path}/disputes/${dispute}/answers`, body }
    },
    async 'webhooks.replay_own'() {
      const { by, production } = await withEvent()
      const body = { since: '2026-01-01T00:00:00Z' }
      return { by, method: 'POST', path: `${production}/events/replay`, body }
    },
    async 'webhooks.resend_own'() {
      const { by, production, event } = await withEvent()
      return { by, method: 'POST', path: `${production}/events/${event}/resend`, body: {} }
    },
    async 'webhooks.test_own'() {
      const { owner: by, sandbox } = await withApplication()
      // No one listens there. The act stores that the test failed.
      await by.put(`${sandbox}/webhook`, { url: 'http://127.0.0.1:49152/hook' })
      const body = { type: 'job.completed' }
      return { by, method: 'POST', path: `${sandbox}/webhook/test`, body, sendsOnly: true }
    },
  }
}
