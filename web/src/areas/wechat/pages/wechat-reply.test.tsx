import { screen, waitFor, within } from '@testing-library/react'
import { type Reply, wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import WechatReplyPage from './wechat-reply.page.tsx'

const reply = (id: number, keywords: string[], change: Partial<Reply> = {}): Reply => ({
  id,
  version: 2,
  keywords,
  match: 2,
  type: 'text',
  data: { content: `${keywords[0]}的回答` },
  article: null,
  status: true,
  hits: 9,
  weekHits: 4,
  updateBy: '许北',
  updateTime: '2026-11-08 10:00:00',
  ...change,
})
const rows = [reply(7, ['退货', '退款']), reply(8, ['发票'], { status: false })]

function draw(address = '/channel/wechat/reply', permissions = ['*:*:*']) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(wechatReply.list, { list: rows, total: 2, page: 1, limit: 100 })
  answer(wechatReply.info, ({ query }) => rows.find(({ id }) => id === Number(query.id)) as Reply)
  answer(wechatReply.figures, { received: 200, answered: 122, unanswered: [{ text: '有没有低因', count: 38 }] })
  return renderPage(<WechatReplyPage />, address)
}

test('a reply is edited beside a fan’s phone, and a word that another one has is told at once', async () => {
  answer(wechatReply.update, refuse(409, 'DUPLICATE', '关键字“发票”已被其他回复使用'))
  const { user } = draw()
  expect(await screen.findByText('61%')).toBeDefined()
  const phone = within(await screen.findByRole('region', { name: '粉丝手机上的样子' }))
  expect(phone.getByText('退货的回答')).toBeDefined()
  const content = screen.getByRole('textbox', { name: '内容' })
  await user.clear(content)
  await user.type(content, '七天无理由')
  expect(phone.getByText('七天无理由')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('关键字“发票”已被其他回复使用')).toBeDefined()
})

test('a sentence is tried: the reply that answers and the reason are shown', async () => {
  answer(wechatReply.trial, {
    reply: rows[1] as Reply,
    why: '命中「发票」：句子里有它；没有一字不差的词',
    found: [{ word: '发票', match: 2, replyId: 8 }],
  })
  const { user } = draw()
  await user.type(await screen.findByRole('textbox', { name: '试一句' }), '能开发票吗')
  expect(await screen.findByText(/命中「发票」/)).toBeDefined()
  expect(screen.getByRole('button', { name: '看「发票」' })).toBeDefined()
})

test('what nobody answered begins a reply, and the welcome is an empty form until it is saved once', async () => {
  const saved = answer(wechatReply.save, { id: 9, version: 0 })
  const { user } = draw()
  await user.click(await screen.findByRole('button', { name: '写回复' }))
  // Until then it is the content of the first reply of the list.
  await waitFor(() => expect(screen.getByRole('textbox', { name: '内容' })).toHaveProperty('value', ''))
  await user.type(screen.getByRole('textbox', { name: '内容' }), '有，在咖啡分类里')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ keywords: ['有没有低因'], match: 2, type: 'text' }))
  answer(wechatReply.infoByWord, refuse(404, 'NOT_FOUND', '自动回复不存在或已被删除'))
  await user.click(screen.getByRole('tab', { name: '关注回复' }))
  await user.type(await screen.findByRole('textbox', { name: '内容' }), '欢迎')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(saved[1]?.body).toMatchObject({ keywords: ['subscribe'], data: { content: '欢迎' } }))
})

test('a half typed reply is asked about before another takes its place, and the search leaves it alone', async () => {
  const { user } = draw()
  const content = await screen.findByRole('textbox', { name: '内容' })
  await user.type(content, '，七天内')
  answer(wechatReply.list, { list: rows.slice(1), total: 1, page: 1, limit: 100 })
  await user.type(screen.getByRole('textbox', { name: '找关键字' }), '发票')
  await waitFor(() => expect(screen.queryByRole('button', { name: /退款/ })).toBeNull())
  expect(content).toHaveProperty('value', '退货的回答，七天内')
  await user.click(screen.getByRole('tab', { name: '关注回复' }))
  expect(await screen.findByText('有未保存的修改，离开吗？')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '不离开' }))
  expect(content).toHaveProperty('value', '退货的回答，七天内')
})

test('what is missing is said at each field, and what was typed for one type comes back with it', async () => {
  const { user } = draw('/channel/wechat/reply?tab=words&id=new')
  await user.type(await screen.findByRole('textbox', { name: '内容' }), '稍等')
  await user.click(screen.getByText('小程序卡片'))
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  for (const fault of ['请填写关键字', '请填写卡片标题', '请填写小程序 AppID', '请填写小程序页面', '请选择图片'])
    expect(await screen.findByText(fault)).toBeDefined()
  await user.click(screen.getByText('文字'))
  expect(screen.getByRole('textbox', { name: '内容' })).toHaveProperty('value', '稍等')
})
