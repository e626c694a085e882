import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { ids, int, many, one } from '../../fields.ts'

export const live = defineComponent({
  type: 'live',
  title: '直播',
  group: 'marketing',
  source: 'live',
  icon: 'M4 6h16v11H4zM10 9.500v4l3.500-2zM8 20.500h8',
  props: t.Object({
    source: one('直播间', { auto: '自动获取', manual: '手动选择' }),
    roomIds: ids('直播间', 'live', 10, { visibleIf: { key: 'source', in: ['manual'] }, needed: true }),
    count: int('最多几个', 1, 10, { default: 2, unit: '个', visibleIf: { key: 'source', in: ['auto'] } }),
    states: many('状态', { living: '直播中', soon: '预告', replay: '回放' }, ['living', 'soon', 'replay']),
    layout: one('摆法', { big: '大图', two: '双列', slide: '横向滑动' }),
  }),
})
