import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FrontAgreement, frontAgreement } from '@zhanggui/contract/decor/agreement.ts'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { frontAccount, frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { expect, test, vi } from 'vitest'
import { App } from '../../app/app.tsx'
import { here } from '../../go/go.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { WechatWay } from './wechat-way.tsx'

const privacy: FrontAgreement = {
  key: 'privacy_policy',
  title: '隐私政策',
  no: 3,
  effectiveTime: '2026-01-01 00:00:00',
  mustConsent: false,
}

/** Opens the sign-in of a shop, with what the buyer is still to agree to once they are in; unread yet without. */
function openLogin(published: FrontAgreement[] | undefined, asked: FrontAgreement[]) {
  history.replaceState(null, '', '/h5/login?back=%2Fservice')
  const answer = fakeServer()
  answer(frontSite.site, () =>
    Response.json({ siteName: '小店', tabBar: [], service: { phone: '', url: '', qrcode: '' } }),
  )
  answer(frontSignIn.config, () => Response.json({ fake: false }))
  answer(frontAgreement.list, ({ headers }) => {
    const isIn = [...headers.values()].some((value) => value.includes('t1'))
    return published || isIn ? Response.json({ list: isIn ? asked : published }) : new Promise<never>(() => {})
  })
  const signedIn = answer(frontSignIn.mobile, {
    token: 't1',
    type: 'login',
    uid: 3,
    nickname: '阿夏',
    phone: '138****6021',
  })
  const agreed = answer(frontAgreement.consent, {})
  const out = answer(frontAccount.logout, {})
  render(<App />)
  return { signedIn, agreed, out }
}

async function fill() {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('手机号'), '13812346021')
  await user.type(screen.getByLabelText('验证码'), '123456')
  return { user, enter: () => user.click(screen.getByRole('button', { name: '登录' })) }
}

test('nobody signs in without agreeing to what is published, and what was agreed to is noted', async () => {
  const { signedIn, agreed } = openLogin([privacy], [])
  expect(await screen.findByRole('button', { name: '《隐私政策》' })).toBeTruthy()
  const { user, enter } = await fill()
  await enter()
  expect(await screen.findByText('请先阅读并同意协议')).toBeTruthy()
  expect(signedIn).toHaveLength(0)
  await user.click(screen.getByRole('checkbox', { name: '我已阅读并同意' }))
  await enter()
  await waitFor(() => expect(here()).toBe('/service'))
  expect(agreed.map(({ body }) => body)).toEqual([{ key: 'privacy_policy', no: 3 }])
})

test('a new version of another agreement is asked for after the sign-in; who refuses is signed out', async () => {
  const promoters: FrontAgreement = { ...privacy, key: 'distribution_agreement', title: '分销协议', mustConsent: true }
  const { agreed, out } = openLogin([], [promoters])
  const { user, enter } = await fill()
  await enter()
  expect(await screen.findByRole('dialog', { name: '协议有更新' })).toBeTruthy()
  expect(here()).toBe('/login?back=%2Fservice')
  await user.click(screen.getByRole('button', { name: '不同意并退出' }))
  await waitFor(() => expect(here()).toBe('/'))
  expect([agreed.length, out.length, document.cookie.includes('t1')]).toEqual([0, 1, false])
})

test('who agrees to a new version goes on to where they wanted', async () => {
  const { agreed } = openLogin([], [{ ...privacy, mustConsent: true }])
  const { user, enter } = await fill()
  await enter()
  await user.click(await screen.findByRole('button', { name: '同意' }))
  await waitFor(() => expect(here()).toBe('/service'))
  expect(agreed.map(({ body }) => body)).toEqual([{ key: 'privacy_policy', no: 3 }])
})

test('back from WeChat, only what was ticked before leaving is agreed to', async () => {
  history.replaceState(null, '', '/h5/login?code=c1&state=s1')
  const given = [{ key: 'privacy_policy', no: 2 }]
  const asking = { state: 's1', use: 'sign-in', given, until: Date.now() + 60_000 }
  sessionStorage.setItem('h5-wechat', JSON.stringify(asking))
  const answer = fakeServer()
  const signedIn = { token: 't1', type: 'login' as const, uid: 3, nickname: '阿夏', phone: '' }
  answer(frontSignIn.official, signedIn)
  const onEnter = vi.fn()
  render(
    <WechatWay authorize="https://wx.test/" agreed={[]} mayLeave={() => true} onEnter={onEnter} onBinding={vi.fn()} />,
  )
  await waitFor(() => expect(onEnter.mock.calls).toEqual([[{ token: 't1', uid: 3 }, given]]))
})

test('nobody signs in before the agreements are read', async () => {
  const { signedIn } = openLogin(undefined, [])
  const { enter } = await fill()
  await enter()
  expect(await screen.findByText('协议还在读取，请稍后再试')).toBeTruthy()
  expect(signedIn).toHaveLength(0)
})
