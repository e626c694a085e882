import * as t from '@zhanggui/contract/schema.ts'
import { search } from '../../common.ts'
import { defineComponent } from '../../define.ts'

export const searchBar = defineComponent({
  type: 'searchBar',
  title: '搜索框',
  group: 'basic',
  source: 'site',
  zone: 'top',
  most: 1,
  excludes: ['headCombo'],
  icon: 'M10.8 17.4a6.6 6.6 0 1 0 0-13.2 6.6 6.6 0 0 0 0 13.2zM15.8 15.8l4.4 4.4',
  props: t.Object(search),
})
