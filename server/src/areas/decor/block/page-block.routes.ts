import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listBlocks, removeBlock, saveBlock, updateBlock } from './page-block.service.ts'

export const servePageBlocks = (app: App) =>
  serve(app, pageBlock, {
    list: listBlocks,
    save: saveBlock,
    update: updateBlock,
    remove: (ctx, { params }) => removeBlock(ctx, params.id),
  })
