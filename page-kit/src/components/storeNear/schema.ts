import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { int, many } from '../../fields.ts'

export const storeNear = defineComponent({
  type: 'storeNear',
  title: '附近门店',
  group: 'tool',
  source: 'stores',
  icon: 'M12 20.500s6.500-5.700 6.500-10.500a6.500 6.500 0 0 0-13 0c0 4.800 6.500 10.500 6.500 10.500zM12 12.500a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600z',
  props: t.Object({
    count: int('最多几家', 1, 5, { unit: '家' }),
    show: many('显示', { address: '地址', distance: '距离', hours: '营业时间', phone: '电话', route: '导航' }, [
      'address',
      'distance',
      'hours',
      'phone',
      'route',
    ]),
  }),
})
