import type { AreaWalk } from './audit-walk.ts'

export const pointsWalk: AreaWalk = {
  walks: {
    'sign.save': () => ({ body: { title: '第八天', day: 8, integral: 5 } }),
    'sign.update': (ids) => ({ body: { id: ids['sign.save'], title: '第八日', day: 8, integral: 8 } }),
    'sign.remove': (ids) => ({ query: { id: ids['sign.save'] ?? 0 } }),
  },
  elsewhere: {
    'points.list': 'changes nothing',
  },
}
