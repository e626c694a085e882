import { Bargain, BargainDraft, bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { freightTemplates } from '../product/freight/freight-template.tables.ts'
import { productSkus, products } from '../product/product/product.tables.ts'
import { activities } from '../promotion/activity/activity.tables.ts'
import { getTyped, updateBargain } from './bargain/bargain.service.ts'

const open = { true: '开启', false: '关闭' }
const ours = { null: '按系统设置', true: '可用', false: '不可用' }

export const bargainHistories: readonly Versioned[] = [
  {
    object: 'bargain',
    name: activities.title,
    find: byNumber(getTyped),
    edit: editing(bargain.update, updateBargain),
    titled: [BargainDraft, Bargain],
    refs: { productId: products.storeName, tempId: freightTemplates.name, 'attrValue.skuId': productSkus.suk },
    words: { status: open, allowCoupon: ours, allowPoints: ours, budget: { 0: '不限' }, phase: activityPhases },
    fixed: { status: '开启与关闭有自己的按钮，不随内容恢复', productId: '关联的商品不能更换' },
  },
]
