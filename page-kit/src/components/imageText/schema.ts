import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { area, one, pics } from '../../fields.ts'

export const imageText = defineComponent({
  type: 'imageText',
  title: '图文',
  group: 'basic',
  icon: 'M4 5h8v8H4zM15 6h5M15 9h5M15 12h5M4 16h16M4 19h10',
  props: t.Object({
    items: pics('图文', 20, [300, 300], { least: 1, imageNeeded: false, extra: { text: area('文字', 60) } }),
    layout: one('摆法', { left: '左图', right: '右图', top: '上图' }),
  }),
})
