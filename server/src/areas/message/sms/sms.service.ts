import { randomInt } from 'node:crypto'
import type {
  SmsLog,
  SmsLogQuery,
  SmsSignForm,
  SmsTemplate,
  SmsTemplateDraft,
  SmsTemplateQuery,
  SmsTestForm,
  sms,
} from '@zhanggui/contract/message/sms.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { fillSms, smsTextProblem, smsVariables } from '@zhanggui/domain/message/sms.ts'
import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../../platform/data/audit.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { conflict, HttpError, tooMany } from '../../../platform/http/errors.ts'
import { limitedAddress } from '../../../platform/http/networks.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { openSms, type SmsAccount, type SmsMessage, SmsRefusal } from '../../../platform/outside/sms.ts'
import { getSettings, readStored, type SettingSource, storeGroup } from '../../setting/setting/setting.service.ts'
import * as messages from './sms.repository.ts'
import {
  SMS_NOTICE_QUEUE,
  SMS_NOTICE_TEMPLATE,
  type SmsNotice,
  STAFF_SMS_QUEUE,
  type StaffPhone,
  type StaffSms,
} from './sms-notice.ts'

const QUEUE = 'sms'
/** Delay after the first try, and after each retry that failed. */
const RETRY_SECONDS = [10, 60, 300]
const CODE_TIMEOUT_MS = 2000
const HOUR = 3600
const DAY = 24 * HOUR
/** How often one address may try a code. */
const TRIES = 5
/** Of one number from everywhere, so many times the limit of one address. */
const EVERYWHERE = 3
const MAX_SYNC = 50
/** Test messages of one member of staff: they reach people, and cost money. */
const TESTS = { max: 20, seconds: HOUR }
/** The maximum length providers accept for a variable. */
const NOTICE_LENGTH = 30
const NOTHING = '-'
const SIGN = { purpose: 'sign', tempKey: 'verify_code' }

/** Told of messages that were queued and not sent in the end, by their row in the log. */
export const smsFailures = defineHook<(tx: Ctx, logId: number, reason: string) => Promise<unknown>>('failures of SMS')

type Template = NonNullable<Awaited<ReturnType<typeof messages.findUsable>>>
type Values = Readonly<Record<string, string>>
type Queued = { logId: number; message: SmsMessage; attempt: number }

/** The receiver and the purpose of a message: limits apply to both. */
export type SmsReceiver = {
  phone: string
  purpose: string
  uid?: number
  /** The caller's address is known as one of the number's owner. */
  isKnown?: boolean
  /** Anybody may ask for it. */
  isOpen?: boolean
}

/**
 * Queues a message, sent after the transaction commits and tried four times.
 * @param which an approved template
 * @returns the id of its log row
 * @throws 422 without such a template, 429 beyond the limits of the number
 */
export async function sendSms(
  tx: Ctx,
  to: SmsReceiver,
  which: { tempId: string } | { tempKey: string },
  values: Values,
): Promise<number> {
  const template = await getTemplate(tx, which)
  await takeLimits(tx, to)
  const message = compose(template, to.phone, values)
  return inTransaction(tx, async (inner) => {
    const logId = await logMessage(inner, to, template, message.content)
    await inner.platform.jobs.enqueue(inner, QUEUE, { logId, message, attempt: 0 })
    return logId
  })
}

/** Registers the background jobs that send messages. */
export function registerSms({ jobs }: Platform): void {
  jobs.handle<Queued>(QUEUE, { atOnce: 2 }, sendQueued)
  jobs.handle<SmsNotice>(SMS_NOTICE_QUEUE, {}, sendNotice)
  jobs.handle<StaffSms & { phones: StaffPhone[] }>(STAFF_SMS_QUEUE, {}, (ctx, { phones, mark, values }) =>
    sendToStaff(ctx, phones, { purpose: mark, tempKey: mark, values }),
  )
}

/** Notifies staff by SMS of a notification. */
function sendNotice(ctx: Ctx, { phones, event, title }: SmsNotice): Promise<void> {
  const values = { title: cutText(title, NOTICE_LENGTH) }
  return sendToStaff(ctx, phones, { purpose: `notice ${event}`, tempKey: SMS_NOTICE_TEMPLATE, values })
}

/** A number beyond its limit, or a missing template, is skipped. */
async function sendToStaff(
  ctx: Ctx,
  phones: readonly StaffPhone[],
  { purpose, tempKey, values }: { purpose: string; tempKey: string; values: Values },
): Promise<void> {
  for (const { uid, phone } of phones)
    try {
      await sendSms(ctx, { phone, purpose, uid }, { tempKey }, values)
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof HttpError)) throw error
      ctx.log.info({ purpose, uid, reason: error.message }, 'staff were not told by SMS')
    }
}

async function sendQueued(ctx: Ctx, queued: Queued): Promise<void> {
  const { logId, message, attempt } = queued
  const failure = await trySend(ctx, logId, message)
  if (!failure) return
  const wait = RETRY_SECONDS[attempt]
  if (!failure.retryable || wait === undefined) {
    const { message: reason } = failure.error
    return inTransaction(ctx, async (tx) => {
      for (const hear of tx.platform.hooks.of(smsFailures)) await hear(tx, logId, reason)
    })
  }
  const startAfter = new Date(Date.now() + wait * 1000)
  await ctx.platform.jobs.enqueue(ctx, QUEUE, { ...queued, attempt: attempt + 1 }, { startAfter })
}

/** Sends a message and logs the outcome. @returns the error, if any */
async function trySend(ctx: Ctx, logId: number, message: SmsMessage, timeoutMs?: number) {
  try {
    const bizId = await (await openProvider(ctx, timeoutMs)).send(message)
    await messages.noteOutcome(ctx, logId, { resultCode: 100, memo: '', bizId })
    return undefined
  } catch (error) {
    if (!(error instanceof SmsRefusal) && !(error instanceof HttpError)) throw error
    await messages.noteOutcome(ctx, logId, { resultCode: 130, memo: cutText(error.message, 255) })
    return { error, retryable: error instanceof HttpError || error.retryable }
  }
}

/**
 * Sends a six-digit code now, bypassing the queue: two seconds, tried twice. The answer does not reveal whose number it is.
 * @throws 422, 429 as {@link sendSms}, and 422 without a provider, but for trials; 502 when it could not be sent
 */
export async function sendSmsCode(ctx: Ctx, to: SmsReceiver, tempKey: string): Promise<void> {
  const { values: settings } = await readStored(ctx)
  // Whoever reads the log of a real shop would sign in as any buyer.
  if (settings.sms_provider === 'log' && !ctx.platform.config.trial) throw notConfigured()
  const template = await getTemplate(ctx, { tempKey })
  await takeLimits(ctx, to)
  const minutes = settings.sms_code_expire
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(ctx.now().getTime() + minutes * 60_000)
  await messages.storeCode(ctx, {
    ...keyOf(to),
    digest: digestOf(ctx, to, code),
    expiresAt,
    askedFrom: addressOf(ctx),
  })
  const message = compose(template, to.phone, { code, minutes: String(minutes) })
  // Without a provider the log is the only place where a developer can read the code.
  const shown = settings.sms_provider === 'log' ? message.content : message.content.replaceAll(code, '******')
  const logId = await logMessage(ctx, to, template, shown)
  const first = await trySend(ctx, logId, message, CODE_TIMEOUT_MS)
  const last = first?.retryable ? await trySend(ctx, logId, message, CODE_TIMEOUT_MS) : first
  if (last) throw asHttpError(last.error)
}

/**
 * Consumes the code that was sent to a number. Each address has five tries of it, and all addresses but the one that asked for it
 * ten together, so that nobody can void it for its owner by wrong tries. A code is one of 1,000,000: with at most 15 tries it is
 * guessed with a probability of 1 in 66,000. Of the codes a number may get in a day, three times `sms_phone_daily`, 30 unless the
 * settings say otherwise, one is guessed with less than 1 in 2,200, by somebody who has that many addresses.
 * @throws 422 for a wrong, used or expired code, and beyond these tries
 */
export async function checkSmsCode(ctx: Ctx, to: SmsReceiver, code: string): Promise<void> {
  const { phone, purpose } = to
  const digest = digestOf(ctx, to, code)
  const kept = await messages.findCode(ctx, phone, purpose)
  const isRight = kept !== undefined && (await takeTry(ctx, kept)) && kept.digest === digest
  if (!isRight || !(await messages.takeCode(ctx, phone, purpose, digest))) throw new Refusal('验证码错误或已过期')
}

/** Counts a try before it is known to be wrong: simultaneous tries get no more guesses than successive ones. */
async function takeTry(ctx: Ctx, { phone, purpose, digest, askedFrom }: messages.SmsCode): Promise<boolean> {
  const from = addressOf(ctx)
  const { allowed } = await ctx.platform.limits.take(`sms try ${digest} ${from}`, { max: TRIES, seconds: HOUR })
  return allowed && (from === askedFrom || messages.countElsewhere(ctx, phone, purpose, digest))
}

/** The caller's address, as limits count it; '' for the server itself. */
const addressOf = ({ origin }: Ctx): string => (origin.ip ? limitedAddress(origin.ip) : '')

/** A page of templates, newest first. */
export async function listTemplates(ctx: Ctx, { page, limit, ...filter }: SmsTemplateQuery) {
  const paging = readPage({ page, limit })
  const { rows, total } = await messages.listTemplates(ctx, filter, paging)
  return { list: rows.map(describeTemplate), total, page: paging.page, limit: paging.limit }
}

/** The same, after updating waiting templates from the provider. */
export async function listApplications(ctx: Ctx, query: RouteInput<typeof sms.applications>['body']) {
  const waiting = await messages.listWaiting(ctx, MAX_SYNC)
  if (waiting.length) {
    const provider = await openProvider(ctx)
    for (const { id, tempId } of waiting) {
      const state = await provider.templateState(tempId).catch((error: unknown) => {
        throw asHttpError(error)
      })
      if (state.status !== '待审') await messages.judgeTemplate(ctx, id, state.status, cutText(state.reason, 255))
    }
  }
  return listTemplates(ctx, query)
}

/**
 * Submits a new text to the provider for approval.
 * @throws 400 for a text that its purpose cannot fill, 422 UPSTREAM_REFUSED when it refuses at once, 502 when it cannot be
 *   reached, 409 for an id that already exists
 */
export async function applyTemplate(ctx: Ctx, { tempKey = '', ...draft }: SmsTemplateDraft) {
  const problem = smsTextProblem(tempKey, draft.content)
  if (problem) throw new BadInput(problem, 'content')
  const provider = await openProvider(ctx)
  const tempId = await provider.applyTemplate(draft).catch((error: unknown) => {
    throw asHttpError(error)
  })
  const { values } = await readStored(ctx)
  const status = values.sms_provider === 'log' ? '通过' : '待审'
  return inTransaction(ctx, async (tx) => {
    const template = { ...draft, tempKey, tempId: tempId.slice(0, 20) }
    const saved = await messages.insertTemplate(tx, { ...template, status })
    if (!saved) throw conflict('此短信模板已经存在')
    await audit(tx, { objectType: 'sms-template', objectId: saved.id, objectName: draft.title, after: template })
    return saved
  })
}

/** Sends the code required to change the signature. @throws as {@link sendSmsCode} */
export function sendSignCode(ctx: Ctx, phone: string): Promise<void> {
  return sendSmsCode(ctx, { phone, purpose: SIGN.purpose }, SIGN.tempKey)
}

/** Changes the signature of messages. @throws 422 for the code */
export async function modifySign(ctx: Ctx, { sign, phone, code }: SmsSignForm): Promise<void> {
  await checkSmsCode(ctx, { phone, purpose: SIGN.purpose }, code)
  await storeGroup(ctx, 'sms', { values: { sms_sign: sign } })
}

/** Messages of the last seven days that were not sent. */
export const countFailedSms = (ctx: Ctx) =>
  ctx.actor.scope.storeIds
    ? Promise.resolve({ total: 0 })
    : messages.countLogs(ctx, { resultCode: 130, ...parseTimeRange('lately7', ctx.now()) })

/** A page of messages, newest first; numbers masked. They are to buyers of the whole shop: accounts of single stores see none. */
export async function listSmsLogs(ctx: Ctx, { page, limit, createTime, ...filter }: SmsLogQuery) {
  const paging = readPage({ page, limit })
  if (ctx.actor.scope.storeIds) return { list: [], total: 0, page: paging.page, limit: paging.limit }
  const range = parseTimeRange(createTime, ctx.now())
  const { rows, ...count } = await messages.listLogs(ctx, { ...filter, ...range }, paging)
  const list = rows.map(
    ({ id, phone, content, template, resultCode, memo, bizId, createdAt, receiptAt }): SmsLog => ({
      id,
      phone: maskPhone(phone),
      content,
      template,
      resultCode,
      memo,
      bizId,
      createTime: toWireTime(createdAt),
      receiptTime: receiptAt && toWireTime(receiptAt),
    }),
  )
  return { list, ...count, page: paging.page, limit: paging.limit }
}

/** Counts a test message of a member of staff, by whichever screen. @throws 429 */
export async function takeTest(ctx: Ctx): Promise<void> {
  const { allowed, resetSeconds } = await ctx.platform.limits.take(`message tests ${ctx.actor.userId}`, TESTS)
  if (!allowed) throw tooMany(resetSeconds)
}

/** Sends a template with sample values for its variables. @throws as {@link sendSms}; 429 */
export async function sendTestSms(ctx: Ctx, { phone, tempId }: SmsTestForm): Promise<{ id: number }> {
  const { content } = await getTemplate(ctx, { tempId })
  await takeTest(ctx)
  const samples = Object.fromEntries(smsVariables(content).map((name) => [name, name === 'code' ? '000000' : '测试']))
  return inTransaction(ctx, async (tx) => {
    const id = await sendSms(tx, { phone, purpose: 'test' }, { tempId }, samples)
    await audit(tx, { action: 'send', objectType: 'sms', objectId: id, objectName: `${tempId} ${maskPhone(phone)}` })
    return { id }
  })
}

/** Whether the settings lead to messages on phones; they may be written into the log alone. */
export function canSms({ sms_provider, sms_sign }: SettingValues): boolean {
  return sms_provider !== 'log' && sms_sign !== ''
}

/**
 * Asks the provider whether it accepts these keys; nothing is sent or charged. Stored keys go to the stored provider only.
 * @throws 422 for another provider without its keys
 */
export async function testSms(ctx: Ctx, source: SettingSource) {
  const account = await readAccount(source)
  if (account.provider === 'log') return { ok: true, message: '当前仅记录，不会真正发送' }
  if (!account.accessKey || !account.accessSecret) return { ok: false, message: '请填写访问密钥和私有密钥' }
  if (!account.sign) return { ok: false, message: '请填写短信签名' }
  if (account.provider === 'http' && !account.baseUrl) return { ok: false, message: '自定义接口须填写短信接口地址' }
  const { sms_provider, sms_base_url } = await getSettings(ctx)
  const isOther = sms_provider !== account.provider || sms_base_url !== account.baseUrl
  if (isOther && !(source.isGiven('sms_access_key') && source.isGiven('sms_access_secret')))
    throw new Refusal('更换短信服务或接口地址后，请重新填写访问密钥和私有密钥')
  try {
    await openSms(account, ctx.now).check()
    return { ok: true, message: '连接成功，短信服务已认可密钥；请到「短信管理」发送测试短信' }
  } catch (error) {
    if (error instanceof SmsRefusal) return { ok: false, message: `短信服务拒绝：${error.message}` }
    if (error instanceof HttpError) return { ok: false, message: error.message }
    throw error
  }
}

const notConfigured = () => new HttpError(422, 'NOT_CONFIGURED', '尚未配置短信服务，请到「系统设置 → 短信设置」填写')

async function openProvider(ctx: Ctx, timeoutMs?: number) {
  const account = await readAccount(await readStored(ctx))
  if (account.provider !== 'log' && (!account.accessKey || !account.accessSecret || !account.sign))
    throw notConfigured()
  return openSms(account, ctx.now, timeoutMs)
}

async function readAccount({ values, secret }: SettingSource): Promise<SmsAccount> {
  const { sms_provider, sms_sign, sms_region, sms_base_url, private_network_allowed } = values
  return {
    provider: sms_provider,
    accessKey: (await secret('sms_access_key')) ?? '',
    accessSecret: (await secret('sms_access_secret')) ?? '',
    sign: sms_sign,
    region: sms_region,
    baseUrl: sms_base_url,
    allowPrivate: private_network_allowed,
  }
}

async function getTemplate(ctx: Ctx, which: { tempId: string } | { tempKey: string }): Promise<Template> {
  const template = await messages.findUsable(ctx, which)
  if (template) return template
  const name = 'tempId' in which ? which.tempId : which.tempKey
  throw new Refusal(`没有可用的短信模板「${name}」，请先到「短信管理」申请并等待审核通过`)
}

/**
 * Limits of one number for each purpose: 1/min from everywhere; 5/h and 10/day from one address, thrice as many from everywhere, so
 * that one stranger uses up nobody's day; of one address by the hour. An address that is known as the number's own has its limits
 * for itself. Codes that anybody may ask for also have a limit of the whole shop. The settings may change them.
 */
async function takeLimits(ctx: Ctx, { phone, purpose, isKnown = false, isOpen = false }: SmsReceiver): Promise<void> {
  const { values } = await readStored(ctx)
  const key = `sms ${purpose} ${phone}`
  const from = addressOf(ctx)
  const [hourly, daily] = [values.sms_phone_hourly, values.sms_phone_daily]
  const limits = [
    { key: `${key} minute`, max: 1, seconds: values.sms_phone_interval },
    { key: `${key} ${from} hour`, max: hourly, seconds: HOUR },
    { key: `${key} ${from} day`, max: daily, seconds: DAY },
    ...(isKnown
      ? []
      : [
          { key: `${key} hour`, max: hourly * EVERYWHERE, seconds: HOUR },
          { key: `${key} day`, max: daily * EVERYWHERE, seconds: DAY },
        ]),
    ...(from ? [{ key: `sms ${from}`, max: values.sms_ip_hourly, seconds: HOUR }] : []),
    ...(isOpen && !isKnown ? [{ key: 'sms codes', max: values.sms_code_hourly, seconds: HOUR }] : []),
  ]
  for (const { key: name, ...limit } of limits) {
    const { allowed, resetSeconds } = await ctx.platform.limits.take(name, limit)
    if (allowed) continue
    if (name === 'sms codes') ctx.log.warn({ limit: limit.max }, 'the shop sent as many codes as it may in an hour')
    throw tooMany(resetSeconds)
  }
}

function compose({ tempId, content }: Template, phone: string, values: Values): SmsMessage {
  // Providers refuse an empty value, and the log says what was sent.
  const named = smsVariables(content).map((name) => ({ name, value: values[name] || NOTHING }))
  const filled = Object.fromEntries(named.map(({ name, value }) => [name, value]))
  return { phone, tempId, values: named, content: fillSms(content, filled) }
}

function logMessage(ctx: Ctx, { phone, uid }: SmsReceiver, { tempId }: Template, content: string): Promise<number> {
  const entry = { phone, uid, template: tempId, content: cutText(content, 600), addIp: ctx.origin.ip }
  return messages.insertLog(ctx, { ...entry, resultCode: 134 })
}

function keyOf({ phone, purpose }: SmsReceiver) {
  return { phone, purpose }
}

function digestOf({ platform }: Ctx, { phone, purpose }: SmsReceiver, code: string): string {
  return platform.secrets.digest(`sms:${purpose}:${phone}:${code}`)
}

function describeTemplate(row: Template): SmsTemplate {
  const { id, tempId, title, type, tempKey, content, status, reason, createdAt } = row
  return { id, tempId, title, type, tempKey, content, status, reason, createTime: toWireTime(createdAt) }
}

function asHttpError(error: unknown): unknown {
  return error instanceof SmsRefusal ? new HttpError(422, 'UPSTREAM_REFUSED', `短信服务拒绝：${error.message}`) : error
}
