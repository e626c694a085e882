import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { MAX_FOUND } from '@zhanggui/contract/setting/search.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { actsOpen, type Searcher } from '../../setting/search/search.service.ts'
import * as stores from './store.repository.ts'

const [mayList] = store.list.permission

/** Stores by name, phone or address. */
export const storeSearcher: Searcher = {
  type: 'store',
  permission: mayList,
  list: (keyword) => `/store/list?keywords=${keyword}&status=-1`,
  async find(ctx, text) {
    const found = await stores.listFirst(ctx, text, MAX_FOUND)
    return found.map(({ id, name, phone, detailedAddress, isShow }) => ({
      id: String(id),
      title: name,
      sub: [phone, detailedAddress].filter(Boolean).join(' · '),
      state: isShow ? '' : '已隐藏',
      link: `/store/list?keywords=${encodeURIComponent(name)}&status=-1`,
      acts: actsOpen(ctx, [
        ['店员', storeStaff.list.permission, `/store/staff?storeId=${id}`],
        ['核销订单', pickupOrder.list.permission, `/store/order?storeId=${id}`],
      ]),
    }))
  },
}
