import { type OrderAct, type OrderInfo, type OrderRow, orderActs } from '@zhanggui/contract/order/order-info.ts'

const time = '2026-11-20 14:22:07'

/** An order of the list; without further words it waits for payment. */
export function makeOrderRow(id: number, given: Partial<OrderRow> = {}): OrderRow {
  const line = { storeName: '云南小粒咖啡豆', image: '', sku: '中烘 250g', num: 2, unitPrice: 56.91 }
  return {
    ...{ id, version: 1, orderNo: String(20_261_120_142_200n * 1_000_000n + BigInt(id)), uid: 7, nickname: '阿夏' },
    ...{ avatar: '', realName: '林知夏', userPhone: '138****6021', payPrice: 134.02, beforePayPrice: null },
    ...{ payType: '', payTypeStr: '', paid: false, cod: false, createTime: time, payTime: null, payDeadline: null },
    ...{ status: 0, statusStr: { key: 'unPaid', value: '待付款' }, refundStatus: 0, refundPrice: 0, shippingType: 1 },
    ...{ area: '上海市 上海市 徐汇区', storeName: '', shipBy: null, printTime: null, orderTypeText: '普通订单' },
    ...{ channel: 'routine', labels: [], tagIds: [], remark: '', mark: '', lines: [line], lineCount: 1, totalNum: 2 },
    ...given,
  }
}

/** What may be done with an order that waits to be paid. */
const usual: readonly OrderAct[] = ['editPrice', 'close', 'paid', 'editAddress', 'mark', 'reveal']

/** The same, complete: three lines of example 1 of the marketing chapter. */
export function makeOrderInfo(id: number, given: Partial<OrderInfo> = {}): OrderInfo {
  const may = Object.fromEntries(orderActs.map((act) => [act, usual.includes(act)])) as OrderInfo['allow']
  return {
    ...makeOrderRow(id),
    lines: [
      makeLine(1, { price: 59.9, unitPrice: 56.91, num: 2, couponShare: 16, integralShare: 18.81 }),
      makeLine(2, { price: 35.5, unitPrice: 33.73, num: 1, integralShare: 6.49 }),
      makeLine(3, { price: 9.99, unitPrice: 9.49, num: 3, couponShare: 4, integralShare: 4.7 }),
    ],
    ...{ lineCount: 3, totalNum: 6, province: '上海市', city: '上海市', district: '徐汇区', cityId: 310104 },
    ...{ address: '上海市 上海市 徐汇区 ****', listPrice: 185.27, proTotalPrice: 176.02, couponPrice: 20 },
    ...{ useIntegral: 3000, deductionPrice: 30, freightPrice: 8, payPostage: 8, adjustPrice: 0 },
    ...{ priceChanges: 0, priceChangesLeft: 3, gainIntegral: 134, refundPostage: 0, source: 'front' },
    ...{ storeId: 0, storePhone: '', storeAddress: '', verifyCode: '', shipTime: null, receiveTime: null },
    ...{ backIntegral: 0, type: 0, orderKind: 'normal', pinkStatus: 0, fromOrderNo: '', sentNum: 0, spreader: '' },
    ...{ verifyTime: null, clerkName: '', autoReceiveTime: null, autoCompleteTime: null, isRemind: false },
    ...{ remindTime: null, hold: false, holdReason: '', holdUntil: null, printStale: false, isDel: false },
    ...{ completeTime: null, closeType: 0, closeTime: null, closeReason: '', payments: [], refunds: [] },
    ...{ shipments: [], cases: [], reships: [], couponId: 0, trace: [], isEdited: false },
    customer: {
      ...{ uid: 7, nickname: '阿夏', avatar: '', levelName: '银卡', payCount: 7, consumeMoney: 1286.4 },
      ...{ refundMoney: 129, tags: [], mark: '' },
    },
    allow: may,
    ...given,
  }
}

type Line = OrderInfo['lines'][number]

function makeLine(id: number, given: Pick<Line, 'price' | 'unitPrice' | 'num'> & Partial<Line>): Line {
  const { price, unitPrice, num, couponShare = 0, integralShare = 0 } = given
  const round = (yuan: number) => Math.round(yuan * 100) / 100
  return {
    ...{ id, lineNo: id, productId: id, skuId: id, unique: `u${id}`, storeName: `商品${id}`, image: '', sku: '默认' },
    ...{ barCode: '', lineTotal: round(unitPrice * num), sentNum: 0, refundNum: 0, cutNum: 0, afterNum: 0 },
    ...{ refundMoney: 0, isReply: false, memberDiscount: round((price - unitPrice) * num), activityDiscount: 0 },
    ...{ couponShare, integralShare, useIntegralShare: 0, adjustShare: 0, freightShare: 0 },
    payShare: round(unitPrice * num - couponShare - integralShare),
    ...given,
  }
}
