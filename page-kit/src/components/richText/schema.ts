import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { html } from '../../fields.ts'

export const richText = defineComponent({
  type: 'richText',
  title: '富文本',
  group: 'tool',
  source: 'rich',
  icon: 'M6 3.500h8l4 4v13H6zM14 3.500v4h4M9 11h6M9 14h6M9 17h4',
  props: t.Object({ html: html('内容', { needed: true }) }),
})
