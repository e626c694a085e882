import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { colour, one, oneNumber, pics, slider, text } from '../../fields.ts'

export const iconNav = defineComponent({
  type: 'iconNav',
  title: '导航组',
  group: 'basic',
  icon: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  props: t.Object({
    items: pics('导航', 50, [90, 90], { least: 1, extra: { badge: text('角标', 4) } }),
    rows: one(
      '行数',
      { slide: '横向滑动', '2': '两行', '3': '三行', '4': '四行' },
      { default: 'slide', help: '超出的可以左右翻页' },
    ),
    columns: oneNumber('每行', [5, 4, 3], '个'),
    colour: colour('文字颜色', '#282828'),
    radius: slider('图片圆角', 0, 30, { default: 30 }),
  }),
})
