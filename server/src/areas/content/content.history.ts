import { ArticleDraft, ArticleInfo, article } from '@zhanggui/contract/content/article.ts'
import { articleStates } from '@zhanggui/domain/content/article.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { categories } from '../product/category/category.tables.ts'
import { products } from '../product/product/product.tables.ts'
import { getTyped, updateArticle } from './article/article.service.ts'
import { articles } from './article/article.tables.ts'

export const contentHistories: readonly Versioned[] = [
  {
    object: 'article',
    name: articles.title,
    find: byNumber(getTyped),
    edit: editing(article.update, updateArticle),
    titled: [ArticleDraft, ArticleInfo],
    refs: { cid: categories.name, productId: products.storeName },
    words: {
      state: articleStates,
      published: { true: '已发布', false: '未发布' },
      hidden: { true: '隐藏', false: '显示' },
      isHot: { true: '是', false: '否' },
      isBanner: { true: '是', false: '否' },
    },
    fixed: { published: '发布与撤下不随内容恢复', publishTime: '发布时间不随内容恢复' },
  },
]
