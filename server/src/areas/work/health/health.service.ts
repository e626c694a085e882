import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { HealthCheck } from '@zhanggui/contract/work/backup.ts'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { parseWireTime, toWireTime } from '@zhanggui/domain/time.ts'
import { repositoryRoot } from '../../../config.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { readCertificateEnd } from '../../../platform/outside/safe-socket.ts'
import { listInstances } from '../../../platform/work/instances.ts'
import { instanceName } from '../../../platform/work/measures.ts'
import { storageOf } from '../../file/storage/storage.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { demoStaff } from '../../staff/set-up/demo.service.ts'
import { findLastBackup } from '../backup/backup.service.ts'
import * as health from './health.repository.ts'

const DAY_MS = 24 * 3600_000
/** A job is late this long after it should have started. */
const LATE_MS = 5 * 60_000
const SKEW_MS = { warn: 2000, error: 30_000 }
/** Free space of the disk, in percent. */
const FREE = { warn: 10, error: 3 }
const CERTIFICATE_DAYS = { warn: 21, error: 3 }
const CONNECT_MS = 3000
/** The maximum age of the last daily backup. */
const BACKUP_MS = 2 * DAY_MS

/** What a check found; it is fine unless a level says otherwise. */
type Finding = Pick<HealthCheck, 'message'> & Partial<Pick<HealthCheck, 'level' | 'hint'>>

/** A check of the shop. */
export type Check = { name: string; title: string; look(ctx: Ctx): Promise<Finding> }

/** Checks of later areas. */
export const healthChecks = defineHook<Check>('health checks')

const checks: readonly [name: string, title: string, look: (ctx: Ctx) => Promise<Finding>][] = [
  ['migrations', '数据结构', checkMigrations],
  ['database', '数据库运行', checkDatabase],
  ['clock', '时钟', checkClock],
  ['disk', '磁盘空间', checkDisk],
  ['settings', '必填设置', checkSettings],
  ['storage', '文件存储', checkStorage],
  ['certificate', 'HTTPS 证书', checkCertificate],
  ['backup', '数据备份', checkBackup],
  ['demo', '演示数据', checkDemo],
  ['jobs', '定时任务', checkJobs],
  ['queue', '后台队列', checkQueue],
  ['logs', '日志完整', checkLogs],
]

/** Checks the state of the shop, with advice for each finding (docs/work.md, Health). A check that fails itself is a finding. */
export async function checkHealth(ctx: Ctx): Promise<{ checks: HealthCheck[]; checkTime: string }> {
  const all = [...checks.map(([name, title, look]) => ({ name, title, look })), ...ctx.platform.hooks.of(healthChecks)]
  const found = await Promise.all(
    all.map(async ({ name, title, look }): Promise<HealthCheck> => {
      const finding = await look(ctx).catch((error: unknown): Finding => {
        ctx.log.error({ err: error, check: name }, 'a health check failed')
        return { level: 'error', message: '检查时发生错误', hint: '请查看服务器日志' }
      })
      return { name, title, level: 'ok', hint: '', ...finding }
    }),
  )
  return { checks: found, checkTime: toWireTime(ctx.now()) }
}

/** Registers the daily check of the certificate, which notifies those who manage the settings until it is renewed. */
export function registerHealthChecks({ scheduler }: Platform): void {
  scheduler.handle('certificateCheck', { title: '检查 HTTPS 证书', cron: '0 0 9 * * ?', run: watchCertificate })
}

async function watchCertificate(ctx: Ctx): Promise<number> {
  const { level = 'ok', message, hint } = await checkCertificate(ctx)
  if (level === 'ok') return 0
  await inTransaction(ctx, (tx) =>
    notify(tx, {
      event: 'cert.expiring',
      level,
      title: 'HTTPS 证书需要处理',
      content: `${message}。${hint}`,
      link: '/system-tools/backup',
      object: { type: 'certificate', id: '' },
    }),
  )
  return 1
}

async function checkMigrations(ctx: Ctx): Promise<Finding> {
  const journal = join(repositoryRoot, 'server/migrations/meta/_journal.json')
  const { entries } = JSON.parse(await readFile(journal, 'utf8')) as { entries: unknown[] }
  const applied = await health.countMigrations(ctx)
  if (applied === entries.length) return { message: `已应用全部 ${applied} 个版本` }
  const hint = applied < entries.length ? '请重启服务器，启动时会自动升级数据结构' : '数据库比程序新，请升级程序'
  return { level: 'error', message: `数据库为第 ${applied} 版，程序为第 ${entries.length} 版`, hint }
}

async function checkDatabase({ platform }: Ctx): Promise<Finding> {
  if (!platform.embedded) return { message: '使用 DATABASE_URL 指定的数据库' }
  const { interruptions } = platform.embedded
  const last = interruptions.at(-1)
  if (!last) return { message: '内嵌数据库启动以来没有中断' }
  return {
    level: 'warn',
    message: `内嵌数据库意外终止 ${interruptions.length} 次，已自动重新启动；最近一次：${toWireTime(last.at)}（${last.cause}）`,
    hint: 'SIGKILL 多为系统内存不足：请增加内存或停止其他程序；其他原因请查看服务器日志',
  }
}

async function checkClock(ctx: Ctx): Promise<Finding> {
  const before = ctx.now().getTime()
  const there = await health.readClock(ctx)
  // The database read its clock about half-way through the call.
  const skew = Math.abs(there.getTime() - (before + ctx.now().getTime()) / 2)
  const message = `服务器与数据库的时钟相差 ${(skew / 1000).toFixed(1)} 秒`
  return { message, ...graded(skew, SKEW_MS, '请为两台机器开启时间同步（NTP）') }
}

async function checkDisk({ platform }: Ctx): Promise<Finding> {
  const { bavail, bsize, blocks } = await statfs(platform.config.dataFolder)
  const percent = (bavail / blocks) * 100
  const message = `数据文件夹所在磁盘剩余 ${formatBytes(bavail * bsize)}（${percent.toFixed(0)}%）`
  return {
    message,
    ...graded(-percent, { warn: -FREE.warn, error: -FREE.error }, '请清理磁盘或扩容，并删除不用的备份'),
  }
}

async function checkSettings(ctx: Ctx): Promise<Finding> {
  const { site_url, email_host, api_url } = await getSettings(ctx)
  const { production, publicUrl } = ctx.platform.config
  const missing = [
    !site_url && '网站地址',
    !api_url && '接口地址',
    !email_host && '邮件服务器（找回密码和通知需要）',
    production && !publicUrl && '环境变量 PUBLIC_URL',
  ].filter((name) => name !== false)
  if (!missing.length) return { message: '均已填写' }
  return { level: 'warn', message: `未填写：${missing.join('、')}`, hint: '请到「系统设置」中填写' }
}

async function checkStorage(ctx: Ctx): Promise<Finding> {
  const { uploadType } = await getSettings(ctx)
  if (uploadType === 1) return { message: '文件保存在本机' }
  try {
    await storageOf(ctx, uploadType)
    return { message: '云存储已配置' }
  } catch (error) {
    return { level: 'error', message: (error as Error).message, hint: '请到「系统设置 → 存储设置」中补全并测试连接' }
  }
}

async function checkCertificate({ platform, now }: Ctx): Promise<Finding> {
  const { publicUrl } = platform.config
  const address = publicUrl ? new URL(publicUrl) : undefined
  if (address?.protocol !== 'https:') return { message: '未使用 HTTPS 访问地址，无需检查' }
  const end = await readCertificateEnd(address, CONNECT_MS).catch(() => undefined)
  const hint = '请检查域名、证书与反向代理'
  if (!end) return { level: 'warn', message: `无法连接 ${address.host} 读取证书`, hint }
  const days = Math.floor((end.getTime() - now().getTime()) / DAY_MS)
  const limits = { warn: -CERTIFICATE_DAYS.warn, error: -CERTIFICATE_DAYS.error }
  return { message: `证书还有 ${days} 天到期`, ...graded(-days, limits, '请尽快更换证书') }
}

async function checkBackup(ctx: Ctx): Promise<Finding> {
  const { backup_enabled } = await getSettings(ctx)
  const last = await findLastBackup(ctx)
  const message = last ? `最近一次备份：${last}` : '还没有备份'
  if (!backup_enabled) return { level: 'warn', message, hint: '未开启定时备份，请到「系统设置 → 备份设置」中开启' }
  const made = last && parseWireTime(last)
  const isOld = !made || ctx.now().getTime() - made.getTime() > BACKUP_MS
  return isOld ? { level: 'error', message, hint: '请查看定时任务「数据备份」的执行日志' } : { message }
}

async function checkDemo(ctx: Ctx): Promise<Finding> {
  const names = await health.findUsers(
    ctx,
    demoStaff.map(({ username, nickName }) => ({ username, nickName })),
  )
  if (!names.length) return { message: '没有演示账号' }
  return {
    level: ctx.platform.config.production ? 'error' : 'warn',
    message: `存在演示账号：${names.join('、')}`,
    hint: '正式使用前请停用或删除这些账号，或修改密码和昵称',
  }
}

async function checkJobs(ctx: Ctx): Promise<Finding> {
  const late = await health.findLateJobs(ctx, new Date(ctx.now().getTime() - LATE_MS))
  if (!late.length) return { message: '均按时执行' }
  return {
    level: 'error',
    message: `已过时间仍未执行：${late.join('、')}`,
    hint: '请确认有 ROLE=all 或 worker 的进程在运行',
  }
}

async function checkQueue(ctx: Ctx): Promise<Finding> {
  const { tasks, messages, givenUp } = await health.countWaiting(ctx, new Date(ctx.now().getTime() - LATE_MS))
  const waiting = (tasks > 0 || messages > 0) && `等待超过 5 分钟：任务 ${tasks} 个、消息 ${messages} 条`
  const failed = givenUp > 0 && `多次重试后放弃：消息 ${givenUp} 条`
  if (!waiting && !failed) return { message: '没有积压' }
  const hints = [
    waiting && '请确认有 ROLE=all 或 worker 的进程在运行，并查看其日志',
    failed && '放弃的原因在服务器日志的 a consumer failed 里；订单付款和收货后没做成的事会自动补做',
  ]
  return {
    level: 'warn',
    message: [waiting, failed].filter(Boolean).join('；'),
    hint: hints.filter(Boolean).join('；'),
  }
}

async function checkLogs(ctx: Ctx): Promise<Finding> {
  // The other processes say it with their heartbeat.
  const others = (await listInstances(ctx)).filter(({ name }) => name !== instanceName)
  const lost = others.reduce((sum, { load }) => sum + (load.lostRows ?? 0), ctx.platform.measures.lostRows())
  if (!lost) return { message: '没有丢失的日志' }
  const hint = '请查看服务器日志中的 log rows were lost；多为数据库中断或磁盘已满'
  return { level: 'warn', message: `各服务器进程启动以来共丢失 ${lost} 条日志（操作日志、慢查询）`, hint }
}

/** The level of a value that should be small. */
function graded(value: number, limits: { warn: number; error: number }, hint: string): Pick<Finding, 'level' | 'hint'> {
  if (value > limits.error) return { level: 'error', hint }
  if (value > limits.warn) return { level: 'warn', hint }
  return {}
}
