import { gatewayLog } from '@zhanggui/contract/wechat/gateway-log.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listGatewayLogs } from './gateway-log.service.ts'

export const serveGatewayLog = (app: App) =>
  serve(app, gatewayLog, { list: (ctx, { query }) => listGatewayLogs(ctx, query) })
