import type { AreaHelp, FieldHelp } from '../../kit/form/field-hint.tsx'

export const couponHelp = {
  useType: {
    title: '优惠券可用范围',
    text: '通用券全店可用；商品券、品类券只看所选的商品',
    example: '品类券选「茶叶」，一单有茶叶 80 元、杯子 50 元，只按 80 元算门槛',
  },
  minPrice: {
    title: '优惠券使用门槛',
    text: '适用的商品加起来满这个金额才能用',
    example: '面值 10、最低消费 100：买 99 元不能用，买 100 元减 10 元',
  },
  day: {
    title: '优惠券有效天数',
    text: '从领取起，每天按 24 小时算',
    example: '填 7，周一 10:00 领的，下周一 10:00 过期',
  },
  perUser: {
    title: '优惠券每人限领',
    text: '同一个买家最多领几张，用掉的也算',
    example: '填 2，领过 2 张后不能再领',
  },
  budget: {
    title: '优惠券预算',
    text: '所有订单用这张券一共抵扣多少钱；用完后买家手里的券也不能再下单，关闭的订单和退款会还回来',
    example: '填 1000，面值 10 元的券用满 100 笔后不能再用；其中一笔整单退款，又能用一笔',
  },
} as const satisfies Record<string, FieldHelp>

export const help: AreaHelp = [{ link: '/marketing/coupon/create', fields: Object.values(couponHelp) }]
