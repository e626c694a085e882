import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getDefault,
  getInfo,
  listPages,
  renamePage,
  saveDraft,
  savePage,
  seePage,
  updatePage,
  validatePage,
} from './page.service.ts'
import { copyPage, exportPage, importPage } from './page-copy.service.ts'
import { makePass } from './page-preview.service.ts'
import {
  cancelSchedule,
  listReferences,
  moveSchedule,
  publishPage,
  removePage,
  restorePage,
  rollBack,
  setDefault,
  takeOffline,
  takeOnline,
} from './page-publish.service.ts'
import { resolveForCanvas } from './page-resolve.service.ts'
import { getStat } from './page-stat.service.ts'
import { diffVersions, getVersion, listVersions } from './page-version.service.ts'

export const serveDecorPages = (app: App) =>
  serve(app, decorPage, {
    list: (ctx, { query }) => listPages(ctx, query),
    info: getInfo,
    getDefault,
    save: (ctx, { body }) => savePage(ctx, body),
    update: (ctx, { body }) => updatePage(ctx, body),
    saveDraft: (ctx, { body }) => saveDraft(ctx, body),
    rename: (ctx, { body }) => renamePage(ctx, body),
    validate: validatePage,
    publish: (ctx, { params, body }) => publishPage(ctx, params.id, body),
    updateSchedule: (ctx, { params, body }) => moveSchedule(ctx, params.id, body),
    cancelSchedule: (ctx, { params }) => cancelSchedule(ctx, params.id),
    offline: (ctx, { params }) => takeOffline(ctx, params.id),
    online: (ctx, { params }) => takeOnline(ctx, params.id),
    setDefault: (ctx, { params }) => setDefault(ctx, params.id),
    copy: copyPage,
    export: (ctx, { params }) => exportPage(ctx, params.id),
    import: (ctx, { files, body }) => importPage(ctx, files, body),
    remove: (ctx, { query }) => removePage(ctx, query.id, query.force),
    restore: (ctx, { params }) => restorePage(ctx, params.id),
    resolve: (ctx, { body }) => resolveForCanvas(ctx, body),
    preview: (ctx, { body }) => makePass(ctx, body),
    heartbeat: (ctx, { body }) => seePage(ctx, body),
    references: (ctx, { params }) => listReferences(ctx, params.id),
    stat: getStat,
  })

export const servePageVersions = (app: App) =>
  serve(app, pageVersion, {
    list: listVersions,
    info: (ctx, { params }) => getVersion(ctx, params.id),
    diff: diffVersions,
    rollback: (ctx, { body }) => rollBack(ctx, body),
  })
