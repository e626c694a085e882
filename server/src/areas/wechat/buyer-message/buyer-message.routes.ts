import { buyerMessage } from '@zhanggui/contract/wechat/buyer-message.ts'
import { frontSubscribe } from '@zhanggui/contract/wechat/front-message.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { reportPermits } from '../permit/subscribe-permit.service.ts'
import { switchChannel, testRule, updateRule } from './message-rule-edit.service.ts'
import { getDetail, listRules, preview } from './message-rule-list.service.ts'
import { listWanted } from './subscribe-template.service.ts'

export function serveBuyerMessages(app: App): void {
  serve(app, buyerMessage, {
    list: listRules,
    switchWechat: (ctx, { params }) => switchChannel(ctx, params.id, 'wechat'),
    switchRoutine: (ctx, { params }) => switchChannel(ctx, params.id, 'routine'),
    switchSms: (ctx, { params }) => switchChannel(ctx, params.id, 'sms'),
    detail: (ctx, { query }) => getDetail(ctx, query),
    update: (ctx, { body }) => updateRule(ctx, body),
    preview: (ctx, { body }) => preview(ctx, body),
    test: (ctx, { body }) => testRule(ctx, body),
  })
  serve(app, frontSubscribe, {
    templates: (ctx, { query }) => listWanted(ctx, query.type),
    report: (ctx, { body }) => reportPermits(ctx, body),
  })
}
