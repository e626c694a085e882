import { cleanup, screen } from '@testing-library/react'
import { article } from '@zhanggui/contract/content/article.ts'
import { agreement } from '@zhanggui/contract/decor/agreement.ts'
import { liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import { liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { liveRoom } from '@zhanggui/contract/live/live-room.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { buyerMessage } from '@zhanggui/contract/wechat/buyer-message.ts'
import { channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { channelOverview } from '@zhanggui/contract/wechat/channel-overview.ts'
import { contentCheck } from '@zhanggui/contract/wechat/content-check.ts'
import { notifyOutbox } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { wechatMenu } from '@zhanggui/contract/wechat/wechat-menu.ts'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { wechatTemplate } from '@zhanggui/contract/wechat/wechat-template.ts'
import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../api/session.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import { areaScreens } from './area-screens.ts'

type Case = {
  page: string
  /** What the page shows, or its tab. */
  route: Route
  address?: string
  /** What it answers while there is nothing, and what is read then. */
  empty?: [answer: object, text: RegExp]
}

const none = { list: [], total: 0, page: 1, limit: 20 }

/** The pages of content and channels; an account without a menu or a text has its own empty state. */
const cases: readonly Case[] = [
  { page: 'wechat/wechat-menu', route: wechatMenu.get },
  { page: 'wechat/wechat-reply', route: wechatReply.list, address: '?tab=words' },
  { page: 'wechat/fan-list', route: wechatUser.list, empty: [none, /^还没有/] },
  { page: 'wechat/channel-code-list', route: channelCode.list, empty: [none, /^还没有/] },
  { page: 'wechat/content-check-list', route: contentCheck.list, empty: [none, /没有要审核的内容/] },
  { page: 'wechat/wechat-template-list', route: wechatTemplate.list, empty: [none, /^还没有模板/] },
  { page: 'wechat/routine-template-list', route: wechatTemplate.list, empty: [none, /^还没有模板/] },
  { page: 'wechat/wechat-config', route: channelOverview.info },
  { page: 'wechat/routine-config', route: channelOverview.info },
  {
    page: 'message/notification-rule-list',
    route: buyerMessage.list,
    empty: [{ list: [], sent: 0, failed: 0 }, /^还没有通知/],
  },
  {
    page: 'message/notification-rule-list',
    route: notifyOutbox.list,
    address: '?tab=log',
    empty: [none, /^还没有给买家发过/],
  },
  { page: 'live/live-room-list', route: liveRoom.list, empty: [none, /^还没有/] },
  { page: 'live/live-goods-list', route: liveGoods.list, empty: [none, /^还没有/] },
  { page: 'live/live-anchor-list', route: liveAnchor.list, empty: [none, /^还没有/] },
  { page: 'content/article-list', route: article.list, empty: [none, /^还没有文章/] },
  { page: 'decor/agreement-list', route: agreement.list },
]

async function open({ page, address = '' }: Case) {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  const load = areaScreens.get(page)
  if (!load) throw new Error(`no page ${page}`)
  const { default: Page } = await load()
  renderPage(<Page />, `/page${address}`)
}

test.for(cases)('$page says which right $route.path needs, that it failed, and how it begins', async (one) => {
  answer(one.route, refuse(403, 'FORBIDDEN', '没有权限执行此操作', { permission: 'admin:one' }))
  await open(one)
  expect((await screen.findAllByText(/请找店主开通/)).length).toBeGreaterThan(0)
  cleanup()

  answer(one.route, refuse(500, 'INTERNAL', '服务器出错了'))
  await open(one)
  expect((await screen.findAllByText('没取到数据')).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('button', { name: /重\s*试/ }).length).toBeGreaterThan(0)
  cleanup()

  if (!one.empty) return
  const [nothing, text] = one.empty
  answer(one.route, nothing as never)
  await open(one)
  expect(await screen.findByText(text)).toBeDefined()
})
