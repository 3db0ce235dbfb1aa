import pg from 'pg'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

/**
 * A small Nani for the tests to kill: starts the database of the directory named on the command line,
 * says so in one line of JSON, and on SIGINT asks the database once more before it stops it.
 */
const [dataDir = '', afterwards = 'wait', leftoverWaitMs = '10000'] = process.argv.slice(2)
const say = (message: object) => console.log(JSON.stringify(message))

try {
  const database = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    leftoverWaitMs: Number(leftoverWaitMs),
  })
  process.once('SIGINT', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query('select 42 as answer')
    await client.end()
    await database.stop()
    say({ answered: rows[0].answer })
  })
  say({ url: database.url, pid: database.pid })
  if (afterwards === 'exit') process.exit(0)
  setInterval(() => {}, 60_000).unref()
} catch (error) {
  say({ error: (error as Error).message })
}
