import { frontPages, frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listShownItems } from '../layout/fixed-layout.service.ts'
import { getHotWords, getListStyle, getTabBar, getTheme } from '../layout/layout.service.ts'
import { getMore, getServedPage, getShare, getUserCentre, trackPage } from './front-page.service.ts'
import { getCopyright, getDomain, getSharePicture, getSite } from './front-site.service.ts'

export const serveFrontPages = (app: App) =>
  serve(app, frontPages, {
    info: getServedPage,
    userCenter: getUserCentre,
    data: getMore,
    track: trackPage,
  })

export const serveFrontSite = (app: App) =>
  serve(app, frontSite, {
    site: (ctx) => getSite(ctx),
    sharePicture: (ctx, { query }) => getSharePicture(ctx, query.url),
    theme: (ctx) => getTheme(ctx),
    navigation: (ctx) => getTabBar(ctx),
    hotWords: (ctx) => getHotWords(ctx),
    listStyle: (ctx) => getListStyle(ctx),
    index: async (ctx) => ({
      indexMenu: await listShownItems(ctx, 'index_menu'),
      indexBanner: await listShownItems(ctx, 'index_banner'),
      indexNews: await listShownItems(ctx, 'index_news'),
      indexTable: await listShownItems(ctx, 'index_table'),
    }),
    userMenu: async (ctx) => ({
      userMenu: await listShownItems(ctx, 'user_menu'),
      userBanner: await listShownItems(ctx, 'user_banner'),
    }),
    share: (ctx) => getShare(ctx),
    copyright: (ctx) => getCopyright(ctx),
    domain: (ctx) => getDomain(ctx),
  })
