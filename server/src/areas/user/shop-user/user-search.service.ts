import { order } from '@zhanggui/contract/order/order.ts'
import { MAX_FOUND } from '@zhanggui/contract/setting/search.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { actsOpen, firstOpen, type Searcher } from '../../setting/search/search.service.ts'
import * as users from './shop-user.repository.ts'
import { nameOf } from './shop-user.service.ts'

/** Customers by phone, number, or the beginning of a name. */
export const userSearcher: Searcher = {
  type: 'user',
  permission: shopUser.list.permission,
  list: (keyword) => `/member/list?keywords=${keyword}`,
  async find(ctx, text) {
    const found = await users.listNamed(ctx, text, MAX_FOUND)
    return found.map((row) => ({
      id: String(row.id),
      title: nameOf(row),
      sub: [`ID ${row.id}`, row.nickname ? row.realName : '', maskPhone(row.phone)].filter(Boolean).join(' · '),
      state: row.status ? '' : '已禁用',
      link: firstOpen(
        ctx,
        [[shopUser.topDetail.permission, `/member/detail/${row.id}`]],
        `/member/list?keywords=${row.id}`,
      ),
      acts: actsOpen(ctx, [['订单', order.list.permission, `/order/list?uid=${row.id}`]]),
    }))
  },
}
