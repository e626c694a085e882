import { setting } from '@zhanggui/contract/setting/setting.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getClientSettings, getGroup, listGroups, listHistory, saveGroup } from './setting.service.ts'
import { testSettings } from './setting-test.service.ts'

export function serveSettings(app: App): void {
  serve(app, setting, {
    groups: (ctx) => listGroups(ctx),
    client: (ctx) => getClientSettings(ctx),
    info: (ctx, { params }) => getGroup(ctx, params.group),
    save: (ctx, { params, body }) => saveGroup(ctx, params.group, body),
    test: (ctx, { params, body }) => testSettings(ctx, params.kind, body.values),
    history: (ctx, { params, query }) => listHistory(ctx, params.group, query),
  })
}
