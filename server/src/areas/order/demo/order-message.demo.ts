import { fillFields } from '@zhanggui/domain/wechat/template-field.ts'
import { desc, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { buyerMessageRules, notifyOutbox } from '../../wechat/buyer-message/buyer-message.tables.ts'
import { notePermit } from '../../wechat/permit/subscribe-permit.service.ts'
import { syncTemplates } from '../../wechat/template/template-sync.service.ts'
import { templatesChanged } from '../../wechat/template/wechat-template.service.ts'
import { wechatTemplates } from '../../wechat/template/wechat-template.tables.ts'
import { wechatUsers } from '../../wechat/wechat-user/wechat-user.tables.ts'

const TOLD = 60

type Step = { channel: 'routine' | 'wechat' | 'sms'; status: 1 | 3 | 4; errcode?: number; errmsg?: string }
const noLeave: Step = { channel: 'routine', status: 4, errmsg: '未授权或已取消订阅' }
/** How messages of a shop fare: most arrive by the first channel, others by the next. */
const ways: readonly (readonly Step[])[] = [
  [{ channel: 'routine', status: 1 }],
  [{ channel: 'routine', status: 1 }],
  [noLeave, { channel: 'wechat', status: 1 }],
  [noLeave, { channel: 'wechat', status: 4, errcode: 43004, errmsg: '未关注公众号' }, { channel: 'sms', status: 1 }],
  [{ channel: 'routine', status: 1 }],
  [
    { ...noLeave, errcode: 43101 },
    { channel: 'wechat', status: 3, errcode: 47003, errmsg: '模板字段不符合规则：thing3' },
    { channel: 'sms', status: 4, errmsg: '买家没有手机号' },
  ],
  [noLeave, { channel: 'wechat', status: 3, errmsg: '买家拒收公众号的消息' }, { channel: 'sms', status: 1 }],
]

/**
 * Templates in step with the played accounts, leave of the played people, and how the last messages of payments and parcels fared. The
 * played accounts begin anew with each start, the messages do not.
 */
export async function tellSome(ctx: Ctx): Promise<void> {
  if (!ctx.platform.wechat.isFake) return
  await syncTemplates(ctx, 2)
  await syncTemplates(ctx, 1)
  await inTransaction(ctx, async (tx) => {
    const { db } = tx
    await db
      .update(buyerMessageRules)
      .set({ isSms: true })
      .where(sql`mark in ('paySuccess', 'deliverGoods', 'modifyOrderPrice')`)
    const templates = await db.select().from(wechatTemplates)
    const people = await db
      .select({ openid: wechatUsers.routineOpenid })
      .from(wechatUsers)
      .where(sql`routine_openid like 'sim%'`)
      .limit(20)
    for (const { openid } of people)
      for (const { kind, tempId } of templates) if (kind === 2 && tempId) await notePermit(tx, openid, tempId, true)
    const { rows: known } = await db.execute(sql`select from notify_outbox where channel <> 'inner' limit 1`)
    if (known.length) return
    const told = await db
      .select()
      .from(notifyOutbox)
      .where(sql`channel = 'inner' and mark in ('paySuccess', 'deliverGoods')`)
      .orderBy(desc(notifyOutbox.createdAt))
      .limit(TOLD)
    const rules = await db.select().from(buyerMessageRules)
    const rows = told.flatMap((message, at) =>
      (ways[at % ways.length] ?? []).map(({ channel, status, errcode = 0, errmsg = '' }, step) => {
        const { mark, bizId, uid, payload, createdAt } = message
        const rule = rules.find((each) => each.mark === mark)
        const id = channel === 'wechat' ? rule?.wechatTemplateId : rule?.routineTemplateId
        const template = channel === 'sms' ? undefined : templates.find((each) => each.id === id)
        const fields = template ? fillFields(template.content, template.fieldMap, payload.values) : []
        const moment = new Date(createdAt.getTime() + step * 1000)
        return {
          mark,
          bizId,
          uid,
          payload,
          channel,
          status,
          errcode,
          errmsg,
          attempts: 1,
          dedupeKey: `${mark}:${bizId}:${channel}`,
          title: template?.name ?? '',
          content: template ? fields.map(({ label, value }) => `${label}：${value}`).join('\n') : message.content,
          sentAt: status === 1 ? moment : null,
          createdAt: moment,
          updatedAt: moment,
        }
      }),
    )
    if (rows.length) await db.insert(notifyOutbox).values(rows).onConflictDoNothing()
    // What is older than a week was read.
    await db
      .update(notifyOutbox)
      .set({ readAt: tx.now() })
      .where(
        sql`channel = 'inner' and created_at < ${new Date(tx.now().getTime() - 7 * 86_400_000).toISOString()}::timestamptz`,
      )
    await templatesChanged(tx)
  })
}
