import type { SalesInfo, SalesRow } from '@zhanggui/contract/order/after-sales.ts'
import type { RefundSum } from '@zhanggui/contract/order/refund.ts'

const time = '2026-11-20 14:22:07'

/** A case of the list; without further words it waits to be judged. */
export function makeCaseRow(id: number, given: Partial<SalesRow> = {}): SalesRow {
  return {
    id,
    version: 1,
    salesNo: `S${20_261_120_142_200n * 1_000_000n + BigInt(id)}`,
    orderId: 9,
    orderNo: '20261119101500000009',
    uid: 7,
    nickname: '阿夏',
    avatar: '',
    serviceType: 0,
    state: 0,
    salesState: 0,
    received: 0,
    tab: 'audit',
    stateStr: '待审核',
    refundAmount: 56.91,
    postage: 0,
    reason: '与描述不符',
    explain: '烘焙度不对',
    images: [],
    createTime: time,
    deadline: null,
    expressName: '',
    expressNo: '',
    refund: null,
    lines: [
      { lineId: 1, productId: 1, storeName: '云南小粒咖啡豆', image: '', sku: '中烘 250g', num: 1, money: 56.91 },
    ],
    order: {
      payPrice: 134.02,
      statusStr: { key: 'refunding', value: '申请退款' },
      storeName: '',
      paid: true,
      // Money on its way.
      refundStatus: given.refund?.state === 0 ? 3 : 1,
      pinkStatus: 0,
    },
    ...given,
  }
}

/** What a refund of one of two packs comes to. */
export function makeSum(given: Partial<RefundSum> = {}): RefundSum {
  return {
    lines: [{ lineId: 1, num: 1, max: 56.91, money: 56.91, points: 0, coupon: 0, text: '113.82 × 1/2 = 56.91' }],
    goods: 56.91,
    postage: 0,
    total: 56.91,
    max: 56.91,
    postageMax: 0,
    postageIsFixed: false,
    handOver: 0,
    paid: 134.02,
    refundedBefore: 0,
    left: 77.11,
    pointsBack: 0,
    pointsTaken: 56,
    pointsShort: 0,
    experience: 56,
    coupon: '',
    commission: [],
    stock: [],
    method: 'origin',
    ends: false,
    asksFirst: false,
    text: '云南小粒咖啡豆 113.82 × 1/2 = 56.91',
    ...given,
  }
}

/** The same case, complete. */
export function makeCaseInfo(id: number, given: Partial<SalesInfo> = {}): SalesInfo {
  const row = makeCaseRow(id)
  return {
    ...row,
    lines: [
      {
        id: 1,
        lineId: 1,
        productId: 1,
        skuId: 1,
        unique: 'u1',
        storeName: '云南小粒咖啡豆',
        image: '',
        sku: '中烘 250g',
        price: 59.9,
        unitPrice: 56.91,
        num: 2,
        lineTotal: 113.82,
        payShare: 113.82,
        sentNum: 2,
        refundNum: 0,
        cutNum: 0,
        afterNum: 1,
        refundMoney: 0,
        isReply: false,
        askedNum: 1,
        money: 56.91,
        ensures: ['七天无理由'],
      },
    ],
    sum: makeSum(),
    maxAmount: 56.91,
    maxPostage: 0,
    consignee: '',
    phone: '',
    address: '',
    expressCode: '',
    auditTime: null,
    deliveryTime: null,
    completeTime: null,
    refuseReason: '',
    inspectMark: '',
    inspectImages: [],
    restock: false,
    trace: [],
    others: [],
    refundText: '',
    log: [
      {
        id: 1,
        what: 'apply',
        message: '申请仅退款 ¥56.91，原因：与描述不符。烘焙度不对',
        images: [],
        operatorType: 'buyer',
        operatorName: '阿夏',
        createTime: time,
      },
    ],
    returnTo: { consignee: '退货组', phone: '13900000000', address: '杭州市文三路 1 号' },
    order: {
      ...row.order,
      version: 3,
      payTypeStr: '微信支付',
      payPostage: 8,
      refundPrice: 0,
      createTime: time,
      payTime: time,
      shipTime: time,
      receiveTime: null,
      printTime: time,
      stage: '已签收 2 天',
      shippingType: 1,
      remark: '',
    },
    allow: { approve: true, refuse: true, receive: false, pay: false },
    ...given,
  }
}
