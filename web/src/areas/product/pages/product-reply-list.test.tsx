import { screen, waitFor, within } from '@testing-library/react'
import { productReply, type Reply } from '@zhanggui/contract/product/product-reply.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import ProductReplyListPage from './product-reply-list.page.tsx'

const createTime = '2026-01-01 08:00:00'
const bought: Reply = {
  id: 1,
  version: 2,
  uid: 7,
  oid: 9,
  productId: 3,
  unique: 'abcd1234',
  sku: '红,M',
  replyType: 'product',
  productScore: 1,
  serviceScore: 2,
  star: 1,
  level: 'poor',
  comment: '掉色',
  pics: [],
  nickname: '王女士',
  avatar: '',
  isReply: false,
  merchantReplyContent: '',
  merchantReplyTime: null,
  replyBy: '',
  isVirtual: false,
  isAuto: false,
  isShow: true,
  isTop: false,
  auditStatus: 0,
  createTime,
  updateTime: createTime,
  storeProduct: { id: 3, image: '', storeName: '纯棉T恤' },
}
const made: Reply = {
  ...bought,
  id: 2,
  uid: 0,
  oid: 0,
  nickname: '阿茶',
  comment: '柔软',
  level: 'good',
  isVirtual: true,
  auditStatus: 1,
}
const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
const inDialog = async (title: string) => {
  const shown = await screen.findByText(title, { selector: '.ant-modal-title *' })
  return within(shown.closest('[role=dialog]') as HTMLElement)
}

beforeEach(() => {
  const permissions = ['*:*:*']
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(productReply.list, { list: [bought, made], total: 2, page: 1, limit: 20 })
  const phrase = { id: 1, label: '感谢支持！', value: 'thanks', dictSort: 1, enabled: true }
  answer(dictDetail.list, { content: [phrase as never], totalElements: 1 })
})

test('fictitious replies are marked and editable; the words of buyers are not editable', async () => {
  renderPage(<ProductReplyListPage />, '/product/reply')
  const [real, fictitious] = [await inRow('王女士'), await inRow('阿茶')]
  expect(fictitious.getByText('虚拟')).toBeDefined()
  expect(fictitious.getByRole('button', { name: /编\s*辑/ })).toBeDefined()
  expect(real.queryByText('虚拟')).toBeNull()
  expect(real.queryByRole('button', { name: /编\s*辑/ })).toBeNull()
  expect(real.getByText('差评')).toBeDefined()
  expect(real.getByText('待审核')).toBeDefined()
})

test('the text of a buyer is shown as written and never executed', async () => {
  const comment = '<img src=x onerror=alert(1)><b>好</b>'
  answer(productReply.list, { list: [{ ...bought, comment, nickname: '<i>客</i>' }], total: 1, page: 1, limit: 20 })
  renderPage(<ProductReplyListPage />, '/product/reply')
  expect(await screen.findByText(comment)).toBeDefined()
  expect(screen.getByText('<i>客</i>')).toBeDefined()
  expect(document.querySelector('[onerror]')).toBeNull()
})

test('a reply is answered with a prepared phrase; a refusal leaves the dialog unchanged', async () => {
  answer(productReply.comment, refuse(404, 'NOT_FOUND', '商品评论不存在或已被删除'))
  const { user } = renderPage(<ProductReplyListPage />, '/product/reply')
  await user.click((await inRow('王女士')).getByRole('button', { name: /回\s*复/ }))
  const dialog = await inDialog('回复评论')
  await user.click(await dialog.findByRole('button', { name: '感谢支持！' }))
  await user.type(dialog.getByLabelText('回复内容'), '欢迎再来')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  expect(await screen.findByText('商品评论不存在或已被删除')).toBeDefined()
  const requests = answer(productReply.comment, {})
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  const body = { ids: [1], merchantReplyContent: '感谢支持！欢迎再来' }
  await waitFor(() => expect(requests[0]?.body).toEqual(body))
  await waitFor(() => expect(screen.queryByText('快捷回复')).toBeNull())
})

test('chosen replies are hidden together, after a confirmation', async () => {
  const requests = answer(productReply.moderate, { total: 2, success: 2, failed: 0, errors: [] })
  const { user } = renderPage(<ProductReplyListPage />, '/product/reply')
  await screen.findByText('王女士')
  expect(screen.queryByRole('button', { name: '批量隐藏' })).toBeNull()
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: '批量隐藏' }))
  await screen.findByText('隐藏 2 条评论？')
  await user.click(screen.getByRole('button', { name: '隐藏 2 条' }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ ids: [1, 2], isShow: false }))
  expect(await screen.findByText('已处理 2 条评论')).toBeDefined()
})

test('a fictitious reply requires all its fields, below a note on the law', async () => {
  const { user } = renderPage(<ProductReplyListPage />, '/product/reply')
  await user.click(await screen.findByRole('button', { name: /添加虚拟评论/ }))
  const dialog = await inDialog('添加虚拟评论')
  expect(dialog.getByText(/可能违反《电子商务法》/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  for (const ask of ['请选择商品', '请填写用户名称', '请填写评价内容', '请选择用户头像'])
    expect(await dialog.findByText(ask)).toBeDefined()
})
