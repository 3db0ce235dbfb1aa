import pg from 'pg'

/*
 * A command that ends itself with SIGKILL: `node killed-command.fixture.ts STATEMENT COUNT AFTER ARGUMENTS…`. It ends before it sends the
 * statement for that time, counted from the first statement that begins with AFTER.
 */

const [statement = '', count = '1', after = '', ...args] = process.argv.slice(2)
process.argv.splice(2, process.argv.length, ...args)

let isCounting = false
let seen = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [text] = given
  if (typeof text === 'string') {
    isCounting ||= text.startsWith(after)
    if (isCounting && text.startsWith(statement) && ++seen === Number(count))
      process.kill(process.pid, 'SIGKILL')
  }
  return Reflect.apply(query, this, given)
} as typeof query

await import('../main.ts')
