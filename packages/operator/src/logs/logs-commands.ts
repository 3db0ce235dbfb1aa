import { area } from '../command-line/command-area.ts'
import { namedApplication } from '../command-line/named-application.ts'

/** `nani logs …`: the calls of an application, as its developers see them in the console. */
export const logs = area<typeof import('./follow-calls.ts')>({
  name: 'logs',
  about: 'the calls of an application',
  load: () => import('./follow-calls.ts'),
  placed: true,
  commands: {
    tail: {
      act: 'followAnyCalls',
      about:
        'show the calls of an application as they occur, until it is interrupted; the reading is audited',
      options: { application_id: namedApplication },
      perform: 'tail',
      print: () => {},
    },
  },
})
