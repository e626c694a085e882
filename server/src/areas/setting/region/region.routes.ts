import { frontRegion, region } from '@zhanggui/contract/setting/region.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getChoosableTree,
  getRegion,
  getRegionTree,
  listRegions,
  removeRegion,
  saveRegion,
  showRegion,
  updateRegion,
} from './region.service.ts'
import { importRegions } from './region-import.service.ts'

export function serveRegions(app: App): void {
  serve(app, region, {
    list: (ctx, { query }) => listRegions(ctx, query),
    tree: (ctx) => getRegionTree(ctx),
    info: (ctx, { query }) => getRegion(ctx, query.id),
    save: (ctx, { body }) => saveRegion(ctx, body),
    import: (ctx, { files, body }) => importRegions(ctx, files, body.dryRun),
    update: (ctx, { body }) => updateRegion(ctx, body),
    updateStatus: (ctx, { body }) => showRegion(ctx, body.id, body.status),
    remove: async (ctx, { query }) => {
      await removeRegion(ctx, query.id)
      return {}
    },
  })
  serve(app, frontRegion, { tree: (ctx) => getChoosableTree(ctx) })
}
