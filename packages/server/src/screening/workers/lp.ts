import { openScreener } from './open-screener.ts'
import { SegmentBuild } from './segment-build.ts'

const cpu = () => {
  const u = process.cpuUsage()
  return (u.user + u.system) / 1000
}
for (let i = 0; i < 6; i++) {
  const c = cpu(),
    t = performance.now()
  const b = new SegmentBuild()
  await b.finish()
  console.log('build ms', performance.now() - t, 'cpu', cpu() - c)
}
for (let i = 0; i < 4; i++) {
  const c = cpu(),
    t = performance.now()
  const s = openScreener({ workers: 1 })
  await s
    .search({ kind: 'individual', names: [{ name: 'Jean Kabila' }] } as never, {
      audience: 'everyone',
      threshold: 0.7,
    })
    .catch((e) => console.log(String(e).slice(0, 80)))
  await s.close()
  console.log('screener ms', performance.now() - t, 'cpu', cpu() - c)
}
