import type pg from 'pg'

/** A pool that does something once, after its first statement with a text. */
export const meanwhile = (pool: pg.Pool, text: string, then: () => Promise<unknown>): pg.Pool => {
  let isDone = false
  return new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value
      return async (...given: unknown[]) => {
        const result = await Reflect.apply(value, target, given)
        if (isDone || !String(given[0]).includes(text)) return result
        isDone = true
        await then()
        return result
      }
    },
  })
}
