import { audit } from '../../../platform/data/audit.ts'
import type { CategoryUser } from '../../product/category/category.service.ts'
import * as coupons from './coupon-category.repository.ts'

/** The coupons for a category; once it is deleted they are for the rest of what they were for. Copies keep their terms. */
export const couponsOfCategory: CategoryUser = {
  noun: '优惠券',
  unit: '张',
  list: async (ctx, categoryId) =>
    (await coupons.listOfCategory(ctx, categoryId)).map((coupon) => ({ type: 'coupon', ...coupon })),
  async leave(tx, categoryId) {
    for (const { id, name, scopeIds } of await coupons.leaveCategory(tx, categoryId))
      await audit(tx, {
        action: 'update',
        objectType: 'coupon',
        objectId: id,
        objectName: name,
        labels: { scopeIds: '适用范围' },
        before: { scopeIds },
        after: { scopeIds: scopeIds.filter((each) => each !== categoryId) },
      })
  },
}
