import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { ids } from '../../fields.ts'

/** A component that several pages share; drawn and counted as what it holds. */
export const sharedBlock = defineComponent({
  type: 'sharedBlock',
  title: '公共模块',
  group: 'tool',
  icon: 'M4 8l8-4 8 4-8 4zM4 12l8 4 8-4M4 16l8 4 8-4',
  props: t.Object({ blockIds: ids('公共模块', 'block', 1, { needed: true }) }),
})
