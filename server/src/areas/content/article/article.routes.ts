import { article } from '@zhanggui/contract/content/article.ts'
import { frontArticle } from '@zhanggui/contract/content/front-article.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { findDraft, keepDraft, removeDraft } from '../../setting/form-draft/form-draft.service.ts'
import {
  bindProduct,
  getArticle,
  listArticles,
  removeArticle,
  saveArticle,
  updateArticle,
  useArticles,
} from './article.service.ts'
import {
  getFrontArticle,
  listBanners,
  listFrontArticles,
  listFrontCategories,
  listHot,
} from './front-article.service.ts'

const FORM = 'article'

export const serveArticles = (app: App) =>
  serve(app, article, {
    list: listArticles,
    info: (ctx, { query }) => getArticle(ctx, query.id),
    save: (ctx, { body }) => saveArticle(ctx, body),
    update: (ctx, { body }) => updateArticle(ctx, body),
    remove: (ctx, { query }) => removeArticle(ctx, query.id, query.force),
    useStatus: (ctx, { body }) => useArticles(ctx, body),
    bindProduct: (ctx, { body }) => bindProduct(ctx, body),
    keepDraft: async (ctx, { body }) => {
      await keepDraft(ctx, FORM, body.key, tidyUnfinished(body.body))
      return {}
    },
    draft: (ctx, { query }) => findDraft(ctx, FORM, query.key),
    removeDraft: async (ctx, { query }) => {
      await removeDraft(ctx, FORM, query.key)
      return {}
    },
  })

/** An unfinished form with its text cleaned, as the editor shows it again. */
const tidyUnfinished = (body: Record<string, unknown>) =>
  typeof body.content === 'string' ? { ...body, content: cleanRichHtml(body.content) } : body

export const serveFrontArticles = (app: App) =>
  serve(app, frontArticle, {
    list: listFrontArticles,
    hot: listHot,
    banner: (ctx) => listBanners(ctx),
    categories: (ctx) => listFrontCategories(ctx),
    info: (ctx, { params }) => getFrontArticle(ctx, params.id),
  })
