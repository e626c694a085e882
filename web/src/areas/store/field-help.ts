import type { AreaHelp, FieldHelp } from '../../kit/form/field-hint.tsx'

export const storeHelp = {
  dayTime: {
    title: '门店营业时间',
    text: '每天从几点到几点可以取货，不填则不说明营业时间',
    example: '09:00 到 21:00',
  },
  validTime: {
    title: '核销有效日期',
    text: '可下单自提和核销的日期，不填则长期有效',
    example: '快闪店只开国庆，填 10-01 到 10-07，10-08 起不能下单也不能核销',
  },
  latitude: {
    title: '门店纬度',
    text: '买家按它找最近的门店，在中国是 3 到 54 之间的数',
    example: '39.908823',
  },
} as const satisfies Record<string, FieldHelp>

export const help: AreaHelp = [{ link: '/store/list', fields: Object.values(storeHelp) }]
