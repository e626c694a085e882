import type { AreaWalk } from './audit-walk.ts'

export const dashboardWalk: AreaWalk = {
  walks: {},
  elsewhere: {
    'example.add': 'example.test.ts',
    'example.remove': 'example.test.ts',
  },
}
