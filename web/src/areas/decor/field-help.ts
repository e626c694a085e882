import type { AreaHelp, FieldHelp } from '../../kit/form/field-hint.tsx'

export const styleHelp = {
  scope: {
    title: '活动样式使用范围',
    text: '一个商品合乎几个样式时只用一个：指定商品的优先，再是离它最近的分类，最后是全部商品；同样范围用最后修改的',
    example: '全店用红框、茶叶分类用绿框：绿茶显示绿框，杯子显示红框',
  },
} as const satisfies Record<string, FieldHelp>

export const help: AreaHelp = [{ link: '/marketing/style/border', fields: Object.values(styleHelp) }]
