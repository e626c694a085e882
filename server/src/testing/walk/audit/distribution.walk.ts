import { makeCustomer } from '../../user.ts'
import type { AreaWalk } from './audit-walk.ts'

export const distributionWalk: AreaWalk = {
  walks: {
    'promoter.appoint': async (_, { ctx }) => ({ body: { ids: [await makeCustomer(ctx)], isPromoter: true } }),
    'promoter.adjust': async (_, { ctx }) => ({
      body: { uid: await makeCustomer(ctx), type: 1, price: 5, mark: '补发佣金' },
    }),
  },
  elsewhere: {
    'promoter.people': 'changes nothing',
    'promoter.orders': 'changes nothing',
  },
}
