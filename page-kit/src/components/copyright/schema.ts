import * as t from '@zhanggui/contract/schema.ts'
import { CLEAR_GROUND, defineComponent } from '../../define.ts'
import { colour } from '../../fields.ts'

export const copyright = defineComponent({
  type: 'copyright',
  title: '版权',
  group: 'tool',
  zone: 'copyright',
  most: 1,
  source: 'site',
  icon: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM14.800 9.700a3.500 3.500 0 1 0 0 4.600',
  props: t.Object({ colour: colour('文字颜色', '#696e78') }),
  box: { bg: CLEAR_GROUND },
})
