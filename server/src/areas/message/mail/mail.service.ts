import type {
  MailDraft,
  MailLog,
  MailLogQuery,
  MailSettings,
  MailSettingsDraft,
} from '@zhanggui/contract/message/email.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { maskEmail } from '@zhanggui/domain/mask.ts'
import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { checkMailServer, type Mail, type MailServer, sendMail } from '../../../platform/outside/mail.ts'
import {
  getSecret,
  getSettings,
  type SettingSource,
  showGroup,
  storeGroup,
} from '../../setting/setting/setting.service.ts'
import { lockOf } from '../../setting/setting/setting-access.ts'
import { type MailedNotice, NOTICE_QUEUE } from '../notice/notification.service.ts'
import * as mails from './mail.repository.ts'

const QUEUE = 'mail'
export const MAIL_RETRIES = { retries: 3, retrySeconds: 10 }

/** Whether the settings suffice to send mail. */
export function canMail({ email_host, email_from, email_user }: SettingValues): boolean {
  return email_host !== '' && (email_from || email_user) !== ''
}

/**
 * Sends a mail now, and logs it.
 * @param options.content the text to keep in the log: codes and links are kept out
 * @param options.retry which try of a job with {@link MAIL_RETRIES} it is, from 0; without it nothing is tried again
 * @throws 422 NOT_CONFIGURED while no server is set, 502 UPSTREAM when the server refuses the mail
 */
export async function mailNow(
  ctx: Ctx,
  mail: Mail,
  { content = '', retry = MAIL_RETRIES.retries }: { content?: string; retry?: number } = {},
): Promise<void> {
  const server = await getServer(ctx)
  const entry = { receivers: [mail.to], subject: mail.subject, content }
  try {
    const result = await sendMail(server, mail)
    await mails.insertLog(ctx, { ...entry, sent: true, result: cutText(result, 500) })
  } catch (error) {
    const retried = retry < MAIL_RETRIES.retries
    await mails.insertLog(ctx, { ...entry, sent: false, retried, result: cutText((error as Error).message, 500) })
    throw error
  }
}

/**
 * Queues a mail from staff, sent after the transaction commits: one mail for each receiver, each tried four times.
 * @throws 422 NOT_CONFIGURED while no server is set
 */
export async function queueMail(ctx: Ctx, { tos, subject, content }: MailDraft): Promise<void> {
  if (!canMail(await getSettings(ctx))) throw notConfigured()
  await inTransaction(ctx, async (tx) => {
    for (const to of new Set(tos)) await tx.platform.jobs.enqueue(tx, QUEUE, { to, subject, text: content })
  })
}

/** The same on behalf of staff, with an audit entry. @throws as {@link queueMail} */
export function sendStaffMail(ctx: Ctx, mail: MailDraft): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await queueMail(tx, mail)
    const objectName = `${mail.subject}（${mail.tos.length}人）`
    await audit(tx, { action: 'send', objectType: 'mail', objectId: '', objectName })
  })
}

/** Registers the background jobs that send mail. */
export function registerMail({ jobs }: Platform): void {
  jobs.handle<Mail>(QUEUE, { ...MAIL_RETRIES, atOnce: 2 }, (ctx, mail, { retry }) =>
    mailNow(ctx, mail, { content: mail.text, retry }),
  )
  jobs.handle<MailedNotice>(NOTICE_QUEUE, MAIL_RETRIES, mailNotice)
}

/** Sends nothing without a mail server. */
async function mailNotice(ctx: Ctx, { tos, subject, text, link }: MailedNotice): Promise<void> {
  const settings = await getSettings(ctx)
  if (!canMail(settings)) return
  const content = [text || subject, link && consoleAddress(ctx, link)].filter(Boolean).join('\n\n')
  await queueMail(ctx, { tos, subject: `【${settings.site_name}】${subject}`, content })
}

/** The full address of a console page for mails, never taken from a request. @param path `/login?…` */
export function consoleAddress({ platform }: Ctx, path: string): string {
  const { publicUrl, port } = platform.config
  return `${(publicUrl ?? `http://localhost:${port}`).replace(/\/$/, '')}${path}`
}

/** The mails of the last seven days that failed for good, as their log counts them. */
export const countFailedMails = (ctx: Ctx) =>
  mails.countLogs(ctx, { result: 'failed', ...parseTimeRange('lately7', ctx.now()) })

/** The mail log, newest first; addresses masked. */
export async function listMails(ctx: Ctx, { result: wanted, createTime, ...left }: MailLogQuery) {
  const { offset, ...page } = readPage(left)
  const filter = { ...(wanted && { result: wanted }), ...parseTimeRange(createTime, ctx.now()) }
  const { rows, ...count } = await mails.listLogs(ctx, filter, { ...page, offset })
  const list = rows.map(
    ({ id, receivers, subject, sent, retried, result, createdAt }): MailLog => ({
      id,
      receivers: receivers.map((address) => maskEmail(address)),
      subject,
      result: sent ? 'sent' : retried ? 'retried' : 'failed',
      answer: result,
      createTime: toWireTime(createdAt),
    }),
  )
  return { list, ...count, ...page }
}

/** The mail server settings, with the password masked. */
export async function getMailSettings(ctx: Ctx): Promise<MailSettings> {
  const { values, version } = await showGroup(ctx, 'email')
  return {
    host: String(values.email_host),
    port: Number(values.email_port),
    user: String(values.email_user),
    pass: String(values.email_pass),
    from: String(values.email_from),
    ssl: Boolean(values.email_ssl),
    version,
    locked: lockOf(ctx.actor, 'email'),
  }
}

/** @throws as saving the group does */
export async function saveMailSettings(ctx: Ctx, { version, ...draft }: MailSettingsDraft) {
  const { host, port, user, pass, from, ssl } = draft
  const values = {
    email_host: host,
    email_port: port,
    email_user: user,
    email_pass: pass,
    email_from: from,
    email_ssl: ssl,
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const saved = await storeGroup(ctx, 'email', { values: Object.fromEntries(given), version })
  return { version: saved.version }
}

/**
 * Signs in to a mail server that is not saved yet. The stored password is sent to the stored server only.
 * @throws 422 for a missing value
 */
export async function testMail(ctx: Ctx, { values, secret, isGiven }: SettingSource) {
  if (!canMail(values)) throw new Refusal('请先填写 SMTP 服务器和邮箱账号')
  const stored = await getSettings(ctx)
  const isOther = stored.email_host !== values.email_host || stored.email_port !== values.email_port
  if (isOther && values.email_user && !isGiven('email_pass')) throw new Refusal('更换服务器后，请重新填写邮箱密码')
  try {
    await checkMailServer(serverOf(values, (await secret('email_pass')) ?? ''))
    return { ok: true, message: '连接成功，账号和密码可用' }
  } catch (error) {
    return { ok: false, message: (error as Error).message }
  }
}

async function getServer(ctx: Ctx): Promise<MailServer> {
  const values = await getSettings(ctx)
  if (!canMail(values)) throw notConfigured()
  return serverOf(values, (await getSecret(ctx, 'email_pass')) ?? '')
}

function serverOf(values: SettingValues, pass: string): MailServer {
  const { email_host, email_port, email_user, email_from, email_ssl, site_name } = values
  const { email_plain_allowed: allowPlain, private_network_allowed: allowPrivate } = values
  const address = email_from || email_user
  // A bare address gets the shop's name.
  const from = address.includes('<') ? address : `"${site_name.replace(/["\\\r\n]/g, '')}" <${address}>`
  return { host: email_host, port: email_port, user: email_user, pass, from, ssl: email_ssl, allowPlain, allowPrivate }
}

function notConfigured(): HttpError {
  return new HttpError(422, 'NOT_CONFIGURED', '尚未配置邮件服务器，请到「系统工具 → 邮件工具」填写')
}
