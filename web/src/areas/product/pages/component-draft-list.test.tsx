import { screen, waitFor, within } from '@testing-library/react'
import {
  type ComponentDraft,
  type ComponentDraftInfo,
  componentProduct,
} from '@zhanggui/contract/product/component-product.ts'
import { NO_BRAND } from '@zhanggui/domain/product/component-product.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import ComponentDraftListPage from './component-draft-list.page.tsx'

function makeDraft(id: number, title: string, given: Partial<ComponentDraft> = {}): ComponentDraft {
  return {
    id,
    version: 2,
    productId: id + 10,
    primaryProductId: 7,
    componentProductId: '9',
    title,
    path: '',
    headImg: ['https://wx/1'],
    qualificationPics: [],
    thirdCatId: 111,
    thirdCatName: '毛巾',
    brandId: NO_BRAND,
    tempId: 1,
    unitName: '件',
    giveIntegral: 0,
    ficti: 0,
    specType: false,
    sales: 0,
    stock: 5,
    isDel: false,
    editStatus: 4,
    auditReason: '',
    syncState: 'ok',
    syncError: '',
    submitTime: null,
    auditTime: null,
    createTime: '2026-01-01 00:00:00',
    updateTime: '2026-01-01 00:00:00',
    ...given,
  }
}

const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

beforeEach(() => {
  signIn(['*:*:*'])
  const list = [
    makeDraft(1, '在审核的'),
    makeDraft(2, '被拒绝的', { editStatus: 3, auditReason: '标题不合规' }),
    makeDraft(3, '没收到的', { editStatus: 1, syncState: 'failed', syncError: '微信没有收到，请重新提交' }),
    makeDraft(4, '通过了的'),
    makeDraft(5, '等名额的', { editStatus: 1, syncState: 'queued', syncError: '提交次数已达上限' }),
  ].map((row) => (row.id === 1 ? { ...row, editStatus: 2 as const } : row))
  answer(componentProduct.listDrafts, { list, total: 5, page: 1, limit: 20 })
})

describe('the screen 小店草稿', () => {
  test('shows the reply from WeChat and offers the actions of each state', async () => {
    renderPage(<ComponentDraftListPage />, '/product/component/draft')
    const audited = await inRow('在审核的')
    expect(audited.getByText('审核中')).toBeDefined()
    expect(audited.getByRole('button', { name: '撤回审核' })).toBeDefined()
    expect(audited.queryByRole('button', { name: '重新提交' })).toBeNull()
    const refused = await inRow('被拒绝的')
    expect(refused.getByText('标题不合规')).toBeDefined()
    expect(refused.getByRole('button', { name: '重新提交' })).toBeDefined()
    expect((await inRow('没收到的')).getByText('同步失败')).toBeDefined()
    const queued = await inRow('等名额的')
    expect(queued.getByText('排队中')).toBeDefined()
    expect(queued.queryByRole('button', { name: '重新提交' })).toBeNull()
    const passed = await inRow('通过了的')
    expect(passed.queryByRole('button', { name: '重新提交' })).toBeNull()
    expect(passed.queryByRole('button', { name: '撤回审核' })).toBeNull()
  })

  test('重新提交 submits the draft as stored', async () => {
    const draft: ComponentDraftInfo = {
      ...makeDraft(3, '没收到的'),
      descInfo: '<p>好</p>',
      descImgs: [],
      attr: [],
      catInfo: null,
      attrValue: [{ id: 5, attrValue: {}, suk: '默认', image: 'https://wx/2', price: 9, otPrice: 0, stock: 5 }],
    }
    answer(componentProduct.getDraft, draft)
    const requests = answer(componentProduct.update, {
      id: 3,
      version: 3,
      productId: 13,
      editStatus: 2,
      syncState: 'ok',
    })
    const { user } = renderPage(<ComponentDraftListPage />, '/product/component/draft')
    await user.click((await inRow('没收到的')).getByRole('button', { name: '重新提交' }))
    await waitFor(() =>
      expect(requests[0]?.body).toMatchObject({
        productId: 13,
        version: 2,
        title: '没收到的',
        headImg: ['https://wx/1'],
        descInfo: '<p>好</p>',
        attrValue: [{ id: 5, image: 'https://wx/2', price: 9 }],
      }),
    )
  })

  test('offers no actions to staff who may only view', async () => {
    signIn(['admin:pay:component:product:draft:list'])
    renderPage(<ComponentDraftListPage />, '/product/component/draft')
    expect((await inRow('在审核的')).queryAllByRole('button', { name: /详情|编辑|撤回审核|删除/ })).toEqual([])
    expect(screen.queryByRole('button', { name: /添加小店商品/ })).toBeNull()
  })
})

test('staff who may view but not edit see a draft beside the list', async () => {
  const draft: ComponentDraftInfo = {
    ...makeDraft(4, '通过了的'),
    descInfo: '',
    descImgs: [],
    attr: [],
    attrValue: [],
    catInfo: null,
  }
  answer(componentProduct.getDraft, draft)
  answer(componentProduct.listCategories, [])
  signIn(['admin:pay:component:product:draft:list', 'admin:pay:component:product:draft:get'])
  const { user, router } = renderPage(<ComponentDraftListPage />, '/product/component/draft')
  await user.click((await inRow('通过了的')).getByRole('button', { name: '详情' }))
  expect(await screen.findByRole('heading', { name: '通过了的' })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: '商品标题' })).toBeNull()
  expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: '通过了的' })).toBeNull())
  expect(router.state.location.pathname).toBe('/product/component/draft')
})
