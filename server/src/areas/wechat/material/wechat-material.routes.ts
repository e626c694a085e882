import { wechatMaterial } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { uploadMaterial } from './wechat-material.service.ts'

export const serveWechatMaterials = (app: App) =>
  serve(app, wechatMaterial, { upload: (ctx, { body, files }) => uploadMaterial(ctx, body, files) })
