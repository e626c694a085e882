import * as t from '@zhanggui/contract/schema.ts'
import { CLEAR_GROUND, defineComponent } from '../../define.ts'
import { bool, CLEAR, colour, gradient, image, link, one, slider, text } from '../../fields.ts'

export const titleBar = defineComponent({
  type: 'titleBar',
  title: '标题',
  group: 'tool',
  icon: 'M4 6h11M9.500 6v13M14 11h6M17 11v8',
  props: t.Object({
    title: text('标题', 8, { default: '标题' }),
    subtitle: text('副标题', 12),
    moreShown: bool('显示更多', true),
    more: text('更多文字', 4, { default: '更多', visibleIf: { key: 'moreShown', in: [true] } }),
    link: link('链接', { visibleIf: { key: 'moreShown', in: [true] } }),
    background: one('背景', { colour: '颜色', picture: '图片' }, { tab: 'style' }),
    image: image('背景图片', [910, 86], {
      tab: 'style',
      visibleIf: { key: 'background', in: ['picture'] },
      needed: true,
    }),
    bg: gradient('背景颜色', CLEAR, CLEAR, { visibleIf: { key: 'background', in: ['colour'] } }),
    align: one('位置', { left: '居左', center: '居中', right: '居右' }, { tab: 'style' }),
    weight: one('字形', { normal: '常规', italic: '斜体', bold: '加粗' }, { tab: 'style', default: 'bold' }),
    size: slider('标题字号', 12, 30, { default: 20 }),
    subSize: slider('副标题字号', 12, 20, { default: 13 }),
    moreSize: slider('更多字号', 12, 20, { default: 13 }),
    colour: colour('标题颜色', '#282828'),
    subColour: colour('副标题颜色', '#696e78'),
    moreColour: colour('更多颜色', '#696e78'),
  }),
  box: { bg: CLEAR_GROUND },
})
