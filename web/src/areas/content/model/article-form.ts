import type { ArticleDraft, ArticleInfo } from '@zhanggui/contract/content/article.ts'
import { paragraphsOf } from '@zhanggui/domain/decor/agreement.ts'

/** The product whose card stands below an article, as far as it is known. */
export type ArticleProduct = { id: number; src: string; storeName?: string; price?: number }

/** What stands in the form. */
export type ArticleForm = Omit<ArticleDraft, 'cid' | 'productId' | 'publishTime' | 'published'> & {
  cid?: number | undefined
  product?: ArticleProduct | undefined
  publishTime?: string | null
}

export const blankArticle: ArticleForm = { title: '', author: '', image: '', synopsis: '', content: '', sort: 0 }

/** The form of a stored article. */
export function formOf({ product, productId, publishTime, state, ...info }: ArticleInfo): ArticleForm {
  const { cid, title, author, image, synopsis, content, shareTitle, shareSynopsis } = info
  const { isHot, isBanner, sort, url, hidden } = info
  const known = product
    ? { id: product.id, src: product.image, storeName: product.storeName, price: product.price }
    : undefined
  return {
    cid,
    title,
    author,
    image,
    synopsis,
    content,
    shareTitle,
    shareSynopsis,
    isHot,
    isBanner,
    sort,
    url,
    hidden,
    product: known ?? (productId ? { id: productId, src: '' } : undefined),
    // Of one that is live it is the day on which it went live, which is not typed.
    publishTime: state === 'live' ? null : publishTime,
  }
}

/** What is sent of a form. @param isLive whether buyers read the article already, whose time stays then */
export function bodyOf(
  { product, publishTime, cid, ...plain }: ArticleForm,
  published: boolean,
  isLive: boolean,
): ArticleDraft {
  return {
    ...plain,
    cid: cid ?? 0,
    productId: product?.id ?? 0,
    published,
    ...(!isLive && { publishTime: publishTime ?? '' }),
  }
}

/** How many signs are read of rich text. */
export const wordCount = (html: string): number =>
  paragraphsOf(html).reduce((sum, line) => sum + [...line.replace(/\s|\[图片\]/g, '')].length, 0)
