import { styleDraft } from '../../activity-style.ts'
import type { AreaWalk } from './audit-walk.ts'

export const decorWalk: AreaWalk = {
  walks: {
    'activity-style.save': () => ({ body: styleDraft({ status: false }) }),
    'activity-style.update': (ids) => {
      const { type: _1, status: _2, ...body } = styleDraft({ name: '年货节边框' })
      return { body: { id: ids['activity-style.save'], ...body } }
    },
    'activity-style.useStatus': (ids) => ({ body: { id: ids['activity-style.save'], status: true } }),
    'activity-style.remove': (ids) => ({ query: { id: String(ids['activity-style.save']) } }),
  },
  elsewhere: {},
}
