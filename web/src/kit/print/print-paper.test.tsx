import type { PrintData } from '@zhanggui/contract/order/order-print.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { PrintPaper } from './print-paper.tsx'

const towel = { storeName: '毛巾', sku: '白', barCode: '', unitPrice: 35.5 }
const data: PrintData = {
  kind: 'receipt',
  shopName: '小店',
  shopPhone: '',
  note: '',
  printTime: '2026-11-23 13:18:00',
  goods: [],
  left: [],
  orders: [
    {
      orderNo: '20261123131800000001',
      createTime: '2026-11-23 13:00:00',
      realName: '王小明',
      userPhone: '13800138000',
      address: '',
      storeName: '一店',
      shippingType: 2,
      mark: '',
      remark: '',
      lines: [{ ...towel, num: 3, lineTotal: 106.5 }],
      totalNum: 3,
      proTotalPrice: 106.5,
      couponPrice: 0,
      deductionPrice: 0,
      otherGoods: 0,
      payPostage: 0,
      adjustPrice: -6.5,
      payPrice: 100,
      refunds: [{ storeName: '毛巾', sku: '白', num: 1, money: 33.33 }],
      refundPostage: 0,
      refundPrice: 33.33,
      keptPrice: 66.67,
      payTypeStr: '微信支付',
      cod: false,
      expressName: '',
      expressNo: '',
      verifyCode: '',
      together: [],
      togetherMore: false,
    },
  ],
}

test('a receipt says what a change of the price and a refund did, each in a line of its own, down to what was paid', () => {
  const choice = { kind: 'receipt' as const, paper: {}, copies: 1, prices: false, mark: true, remark: true }
  renderPage(<PrintPaper data={data} choice={choice} paper="58" />)
  const text = document.querySelector('#print-paper')?.textContent ?? ''
  expect(text).toContain('35.50 ×3106.50')
  expect(text).toContain('商品106.50改价-6.50合计100.00退款 毛巾 白 ×1-33.33实付¥66.67')
})
