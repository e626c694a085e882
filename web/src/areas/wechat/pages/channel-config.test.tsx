import { screen, within } from '@testing-library/react'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { type ChannelCard, channelOverview } from '@zhanggui/contract/wechat/channel-overview.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import RoutineConfigPage from './routine-config.page.tsx'

const cardOf = (change: Partial<ChannelCard> & Pick<ChannelCard, 'key' | 'name'>): ChannelCard => ({
  about: 'wx1234…cdef',
  qrcode: '',
  callbackUrl: '',
  lines: [],
  ...change,
})

const cards = [
  cardOf({
    key: 'wechat',
    name: '公众号',
    lines: [
      {
        key: 'token',
        label: '连得上微信',
        state: 'bad',
        text: 'AppSecret 错误或已重置',
        at: null,
        link: '/channel/wechat/config',
      },
    ],
  }),
  cardOf({
    key: 'routine',
    name: '小程序',
    callbackUrl: 'https://shop.example.com/api/callback/wechat/mini',
    lines: [
      { key: 'callback', label: '收得到通知', state: 'ok', text: '最近收到', at: '2026-11-28 10:00:00', link: '' },
    ],
  }),
  cardOf({ key: 'h5', name: 'H5 商城' }),
]

test('the channel of the page comes first, what is wrong leads to its mend, and the address for WeChat can be copied', async () => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser() })
  answer(channelOverview.info, { cards })
  answer(setting.groups, [])
  const tried: string[] = []
  answer(setting.test, ({ params }) => {
    tried.push(params.kind)
    return { ok: true, message: '连上了' }
  })
  const { user } = renderPage(<RoutineConfigPage />, '/channel/routine/config')
  expect(await screen.findByText('三个渠道，1 处要修')).toBeTruthy()
  const shown = screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'))
  expect(shown.slice(0, 3)).toEqual(['小程序', '公众号', 'H5 商城'])
  const official = within(screen.getByRole('region', { name: '公众号' }))
  expect(official.getByLabelText('有问题')).toBeTruthy()
  expect(official.getByRole('link', { name: '去处理' }).getAttribute('href')).toBe('/channel/wechat/config')
  expect(screen.getByText('https://shop.example.com/api/callback/wechat/mini')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '全部测一遍' }))
  expect(await screen.findByText('公众号：连上了；小程序：连上了')).toBeTruthy()
  expect(tried).toEqual(['wechat', 'routine'])
})
