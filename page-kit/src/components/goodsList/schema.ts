import * as t from '@zhanggui/contract/schema.ts'
import { goodsLook, goodsSource } from '../../common.ts'
import { CLEAR_GROUND, defineComponent } from '../../define.ts'
import { link, one } from '../../fields.ts'

export const goodsList = defineComponent({
  type: 'goodsList',
  title: '商品列表',
  group: 'basic',
  source: 'products',
  icon: 'M4 6h2M4 12h2M4 18h2M9 6h11M9 12h11M9 18h11',
  props: t.Object({
    ...goodsSource,
    ...goodsLook,
    moreLink: link('更多去哪'),
    paging: one(
      '加载',
      { fixed: '固定数量', endless: '上拉加载更多' },
      {
        help: '上拉加载只在页面末尾有效',
        visibleIf: { key: 'source', in: ['category', 'flag', 'newest', 'bestseller'] },
      },
    ),
  }),
  box: { bg: CLEAR_GROUND },
})
