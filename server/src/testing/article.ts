import { type ArticleDraft, article } from '@zhanggui/contract/content/article.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { expect } from 'vitest'
import { openProductShop, type ProductShop } from './product.ts'
import type { Caller, ShopOptions } from './shop.ts'

/** A shop with a category of articles, and somebody with all permissions for them. */
export type ArticleShop = ProductShop & { writer: Caller; cid: number }

export async function openArticleShop(options: ShopOptions = {}): Promise<ArticleShop> {
  const opened = await openProductShop(options)
  const writer = await opened.shop.signIn({ can: Object.values(article) })
  return { ...opened, writer, cid: await makeArticleCategory(opened.staff, '店铺公告') }
}

export async function makeArticleCategory(staff: Caller, name: string): Promise<number> {
  const { status, body } = await staff.call(category.save, { body: { name, pid: 0, type: 3 } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

/** The form of a published article. */
export const articleDraft = (cid: number, change: Partial<ArticleDraft> = {}): ArticleDraft => ({
  cid,
  title: '发货安排',
  author: '小夏',
  image: 'https://m.example/a.jpg',
  synopsis: '什么时候发货',
  content: '<p>当天发货</p>',
  published: true,
  ...change,
})

/** Stores an article. @returns its id */
export async function makeArticle(writer: Caller, cid: number, change: Partial<ArticleDraft> = {}): Promise<number> {
  const { status, body } = await writer.call(article.save, { body: articleDraft(cid, change) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}
