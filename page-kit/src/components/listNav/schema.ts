import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { colour, pics, text } from '../../fields.ts'

export const listNav = defineComponent({
  type: 'listNav',
  title: '列表导航',
  group: 'basic',
  icon: 'M4 7h12M4 12h12M4 17h12M18.500 6l1.500 1-1.500 1M18.500 11l1.500 1-1.500 1M18.500 16l1.500 1-1.500 1',
  props: t.Object({
    items: pics('导航', 20, [48, 48], { least: 1, imageNeeded: false, extra: { note: text('说明', 12) } }),
    colour: colour('文字颜色', '#282828'),
  }),
  box: { top: 0, bottom: 0 },
})
