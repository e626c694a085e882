import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setToken } from '../../api/token.ts'
import { App } from '../../app/app.tsx'
import { payAddress } from '../../sheets/leave-to-pay.ts'
import { fakeServer } from '../../testing/fake-server.ts'

const NO = '20261123101500123456'
const jsConfig = { appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'prepay_id=p', signType: 'RSA', paySign: 's' }

function openPay(query: string) {
  act(() => setToken('t1'))
  history.replaceState(null, '', `/h5/pay/${NO}${query}`)
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], service: { phone: '' } }))
  answer(frontPay.config, {
    methods: [{ payType: 'weixin', label: '微信支付', open: true }],
    userBalance: 0,
    simOpen: false,
    due: { fee: 9.9, payDeadline: null, paid: false, what: 'order' },
    serverTime: '2026-11-28 10:00:00',
  })
  answer(frontPay.query, { paid: false, state: 'open', message: '' })
  return answer
}

test('back from WeChat with a code, the payment is sent again with it and leaves the address; WeChat opens its window, and who changes their mind can choose again', async () => {
  const given = { orderNo: NO, payType: 'weixin', channel: 'wechat' }
  sessionStorage.setItem('h5-wechat', JSON.stringify({ state: 's1', use: 'pay', given, until: Date.now() + 60_000 }))
  const answer = openPay('?code=c1&state=s1')
  const paid = answer(frontPay.pay, {
    paid: false,
    payType: 'weixin',
    outTradeNo: `${NO}-1`,
    provider: 'wechat',
    jsConfig,
  })
  const said = ['get_brand_wcpay_request:cancel', 'get_brand_wcpay_request:ok']
  const opened: object[] = []
  const invoke = (_name: string, shown: object, done: (told: object) => void) => {
    opened.push(shown)
    done({ err_msg: said.shift() })
  }
  vi.stubGlobal('WeixinJSBridge', { invoke })
  onTestFinished(() => void vi.unstubAllGlobals())
  render(<App />)
  await waitFor(() => expect(paid.map(({ body }) => body)).toEqual([{ ...given, wxCode: 'c1' }]))
  expect(window.location.search).toBe('')
  expect(await screen.findByText('没有支付')).toBeTruthy()
  expect(opened).toEqual([jsConfig])
  fireEvent.click(await screen.findByRole('button', { name: '立即支付 ¥9.90' }))
  await waitFor(() => expect(window.location.pathname).toBe(`/h5/pay/${NO}/result`))
})

test('a code that this window has not asked for pays nothing', async () => {
  const answer = openPay('?code=c1&state=other')
  const paid = answer(frontPay.pay, () => Response.json({}))
  render(<App />)
  expect(await screen.findByRole('button', { name: '立即支付 ¥9.90' })).toBeTruthy()
  expect(paid).toEqual([])
})

test('WeChat gets a full return address, the simulated payment page a path within the shop', () => {
  const backOf = (mwebUrl: string) => payAddress(mwebUrl, `/pay/${NO}/result`).searchParams.get('redirect_url')
  const within = `/h5/pay/${NO}/result`
  expect(backOf('https://wx.tenpay.com/pay?prepay_id=p')).toBe(window.location.origin + within)
  expect(backOf('/api/front/pay/sim/1')).toBe(within)
})
