import * as t from '@zhanggui/contract/schema.ts'
import { CLEAR_GROUND, defineComponent, type Fault } from '../../define.ts'
import { ids, image } from '../../fields.ts'

/** Added from the palette with a rule that shows it only to buyers without an order. */
export const newcomer = defineComponent({
  type: 'newcomer',
  title: '新人专享',
  group: 'marketing',
  source: 'newcomer',
  icon: 'M4 9h16v4H4zM5.500 13v7h13v-7M12 9v11M12 9C9 9 7.500 7.500 7.500 6S10 3.500 12 9c2-5.500 4.500-4.500 4.500-3S15 9 12 9z',
  props: t.Object({
    image: image('背景图片', [710, 300]),
    couponIds: ids('优惠券', 'coupon', 5),
    productIds: ids('商品', 'product', 6),
  }),
  check: ({ couponIds, productIds }): Fault[] =>
    couponIds.length + productIds.length ? [] : [{ path: ['couponIds'], message: '请选择优惠券或商品' }],
  presets: [{ title: '新人专享', props: {}, rule: { audience: 'new' } }],
  box: { bg: CLEAR_GROUND, top: 0, bottom: 0 },
})
