import { screen, waitFor } from '@testing-library/react'
import { type ArticleInfo, article } from '@zhanggui/contract/content/article.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import ArticleEditPage from './article-edit.page.tsx'

const draw = (address: string) =>
  renderPage(
    <Routes>
      <Route path="/content/edit/:id?" element={<ArticleEditPage />} />
      <Route path="*" element="列表" />
    </Routes>,
    address,
  )

const info: ArticleInfo = {
  id: 5,
  version: 2,
  cid: 3,
  cateName: '店铺公告',
  title: '发货安排',
  author: '小夏',
  image: '/file/a.jpg',
  synopsis: '什么时候发货',
  content: '<p>当天发货</p>',
  shareTitle: '',
  shareSynopsis: '',
  isHot: false,
  isBanner: false,
  sort: 0,
  url: '',
  published: true,
  hidden: false,
  productId: 7,
  product: { id: 7, storeName: '毛巾', image: '/file/b.jpg', price: 19.9, isShow: true },
  publishTime: '2026-01-01 09:00:00',
  visit: 12,
  state: 'live',
  h5Url: '/h5/article/5',
  createTime: '2026-01-01 08:00:00',
  updateTime: '2026-01-01 09:00:00',
}

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(category.pick, [
    {
      id: 3,
      version: 0,
      pid: 0,
      level: 1,
      name: '店铺公告',
      type: 3,
      sort: 0,
      status: true,
      isShow: true,
      disabled: false,
    },
  ])
  answer(article.draft, { body: null, time: null })
  answer(article.keepDraft, {})
  answer(article.removeDraft, {})
})

test('what is missing of an article is said in its words, and nothing is sent', async () => {
  const saved = answer(article.save, { id: 1, version: 0 })
  const { user } = draw('/content/edit')
  await user.click(await screen.findByRole('button', { name: '发布' }))
  for (const message of ['请填写文章标题', '请选择分类', '请上传文章图片', '请填写文章简介', '请填写文章内容'])
    expect((await screen.findAllByText(message)).length, message).toBeGreaterThan(0)
  expect(saved).toHaveLength(0)
})

test('a live article stays published when it is saved, with its product on the phone beside it and its day left alone', async () => {
  answer(article.info, info)
  const sent = answer(article.update, { id: 5, version: 3 })
  const { user } = draw('/content/edit/5')
  expect(await screen.findByDisplayValue('发货安排')).toBeDefined()
  expect(screen.getByRole('img', { name: '买家看到的文章' }).textContent).toContain('毛巾')
  expect(screen.getByText(/正文 4 字/)).toBeDefined()
  expect(screen.queryByRole('button', { name: '保存草稿' })).toBeNull()
  await user.type(screen.getByDisplayValue('什么时候发货'), '？')
  await user.click(screen.getByRole('button', { name: /^保\s?存$/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ id: 5, version: 2, published: true, productId: 7, synopsis: '什么时候发货？' })
  expect(sent[0]?.body).not.toHaveProperty('publishTime')
})
