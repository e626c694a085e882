import { pageLayout, shopTheme } from '@zhanggui/contract/decor/layout.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getCategoryPage,
  getHotWords,
  getListStyle,
  getNavigation,
  getTheme,
  saveCategoryPage,
  saveHotWords,
  saveListStyle,
  saveNavigation,
  saveTheme,
} from './layout.service.ts'

export const servePageLayout = (app: App) =>
  serve(app, pageLayout, {
    navigation: (ctx) => getNavigation(ctx),
    saveNavigation: (ctx, { body }) => saveNavigation(ctx, body),
    category: (ctx) => getCategoryPage(ctx),
    saveCategory: (ctx, { body }) => saveCategoryPage(ctx, body),
    listStyle: (ctx) => getListStyle(ctx),
    saveListStyle: (ctx, { body }) => saveListStyle(ctx, body),
    hotWords: (ctx) => getHotWords(ctx),
    saveHotWords: (ctx, { body }) => saveHotWords(ctx, body),
  })

export const serveShopTheme = (app: App) =>
  serve(app, shopTheme, {
    info: (ctx) => getTheme(ctx),
    save: (ctx, { body }) => saveTheme(ctx, body),
  })
