import type { Ctx, Platform } from '../../../platform/http/context.ts'
import type { Incoming } from '../incoming/incoming.service.ts'
import { notePermit } from '../permit/subscribe-permit.service.ts'
import { failSent } from './message-send.service.ts'

const QUEUE = 'buyer-message-report'
/** The platform may tell of a message before its number is stored. */
const AGAIN_SECONDS = [5, 60]

type Report = { channel: 'wechat' | 'routine'; msgId: string; reason: string; at: number }

const templateReasons: Readonly<Record<string, string>> = {
  'failed:user block': '买家拒收公众号的消息',
  'failed: system failed': '微信系统没有送到',
}

/** The platform's reports on sent messages, and on what users of the mini-program agree to. */
export async function hearOfMessages(tx: Ctx, { account, event, openid, fields }: Incoming): Promise<void> {
  if (account === 'public') {
    const status = String(fields.Status ?? '')
    if (event === 'TEMPLATESENDJOBFINISH' && status !== 'success')
      await hear(tx, {
        channel: 'wechat',
        msgId: String(fields.MsgID ?? fields.MsgId ?? ''),
        reason: templateReasons[status] ?? status,
        at: 0,
      })
    return
  }
  if (event === 'subscribe_msg_sent_event') {
    for (const entry of listOf(fields, 'SubscribeMsgSentEvent')) {
      const code = Number(entry.ErrorCode ?? 0)
      if (code)
        await hear(tx, {
          channel: 'routine',
          msgId: String(entry.MsgID ?? ''),
          reason: `微信没有送到（${code}）`,
          at: 0,
        })
    }
    return
  }
  const name = {
    subscribe_msg_popup_event: 'SubscribeMsgPopupEvent',
    subscribe_msg_change_event: 'SubscribeMsgChangeEvent',
  }[event]
  if (!name) return
  for (const entry of listOf(fields, name)) {
    const templateId = String(entry.TemplateId ?? '').slice(0, 64)
    const said = String(entry.SubscribeStatusString ?? '')
    if (!templateId || (said !== 'accept' && said !== 'reject')) continue
    // A change in the message box only takes leave away: agreeing again is asked for by a window.
    if (said === 'accept' && event === 'subscribe_msg_change_event') continue
    await notePermit(tx, openid, templateId, said === 'accept')
  }
}

/** Registers the job that looks for a message once more. */
export const registerMessageReports = ({ jobs }: Platform): void =>
  jobs.handle<Report>(QUEUE, { retries: 3, retrySeconds: 10 }, async (ctx, report) => {
    await hear(ctx, report)
  })

async function hear(tx: Ctx, report: Report): Promise<void> {
  if (!report.msgId || (await failSent(tx, report.channel, report.msgId, report.reason))) return
  const seconds = AGAIN_SECONDS[report.at]
  if (seconds === undefined) return
  const startAfter = new Date(Date.now() + seconds * 1000)
  await tx.platform.jobs.enqueue(tx, QUEUE, { ...report, at: report.at + 1 } satisfies Report, { startAfter })
}

type Json = Record<string, unknown>

/** The entries of an event: `List`, one or several, in JSON; within an element of the event's name in XML. */
function listOf(fields: Json, name: string): Json[] {
  const inner = (fields[name] ?? fields) as Json
  const list = inner.List ?? inner
  return (Array.isArray(list) ? list : [list]).filter((each): each is Json => typeof each === 'object' && each !== null)
}
