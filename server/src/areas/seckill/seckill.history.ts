import { Seckill, SeckillDraft, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { Slot, SlotDraft, seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { freightTemplates } from '../product/freight/freight-template.tables.ts'
import { productSkus, products } from '../product/product/product.tables.ts'
import { activities } from '../promotion/activity/activity.tables.ts'
import { getTyped as getSeckill, updateSeckill } from './seckill/seckill.service.ts'
import { getTyped as getSlot, updateSlot } from './slot/seckill-slot.service.ts'
import { seckillSlots } from './slot/seckill-slot.tables.ts'

const open = { true: '开启', false: '关闭' }
const ours = { null: '按系统设置', true: '可用', false: '不可用' }

export const seckillHistories: readonly Versioned[] = [
  {
    object: 'seckill',
    name: activities.title,
    find: byNumber(getSeckill),
    edit: editing(seckill.update, updateSeckill),
    titled: [SeckillDraft, Seckill],
    refs: {
      productId: products.storeName,
      tempId: freightTemplates.name,
      timeId: seckillSlots.name,
      'attrValue.skuId': productSkus.suk,
    },
    words: { status: open, allowCoupon: ours, allowPoints: ours, budget: { 0: '不限' }, phase: activityPhases },
    fixed: { status: '开启与关闭有自己的按钮，不随内容恢复', productId: '关联的商品不能更换' },
  },
  {
    object: 'seckill-slot',
    name: seckillSlots.name,
    find: byNumber(getSlot),
    edit: editing(seckillSlot.update, updateSlot),
    titled: [SlotDraft, Slot],
    words: { status: open, phase: activityPhases },
    fixed: { status: '开启与关闭有自己的按钮，不随内容恢复' },
  },
]
