import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { byNumber, keptHistory, type Versioned } from '../../platform/data/versioned.ts'
import { placeName } from '../setting/region/region.tables.ts'
import { adminUsers } from '../staff/admin-user/admin-user.tables.ts'
import { getStore, updateStore } from './store/store.service.ts'
import { stores } from './store/store.tables.ts'
import { getStoreStaff } from './store-staff/store-staff.service.ts'

export const storeHistories: readonly Versioned[] = [
  keptHistory(
    'store',
    store.update,
    { get: getStore, update: updateStore },
    {
      name: stores.name,
      refs: { cityIds: placeName },
      copies: ['area'],
    },
  ),
  {
    object: 'store-staff',
    find: byNumber(getStoreStaff),
    refusal: '店员的权限请在编辑里逐项确认，不能恢复',
    titled: [storeStaff.update.body],
    refs: { storeId: stores.name, uid: 'shop-user', adminId: adminUsers.nickName },
    copies: ['store', 'user', 'admin'],
    words: { verifyStatus: { true: '可以核销', false: '不能核销' } },
  },
]
