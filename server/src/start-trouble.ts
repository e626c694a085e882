import { type Config, ConfigError } from './config.ts'
import { StartError } from './platform/start-error.ts'

type Coded = Error & { code?: string; syscall?: string; path?: string; dest?: string }

const files: Record<string, string> = {
  EROFS: '文件系统是只读的',
  EACCES: '没有读写权限',
  EPERM: '没有读写权限',
  ENOSPC: '磁盘已满',
  EDQUOT: '磁盘配额已用完',
  ENOTDIR: '路径中有一段不是文件夹',
  EEXIST: '它不是文件夹',
  ENOENT: '它不存在，也无法创建',
  EISDIR: '它是文件夹，不是文件',
  EIO: '磁盘读写出错',
  ENAMETOOLONG: '路径过长',
  ELOOP: '其中的链接指回自己',
}

const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']

const databases: Record<string, string> = {
  '28P01': '用户名或密码不正确',
  '28000': '它不接受这个用户从这台机器连接',
  '3D000': '这个数据库不存在',
  '42P07': '其中已有同名的表，请换一个空的数据库',
  '53300': '它的连接数已用完',
  '57P03': '它正在启动或停止，请稍后再试',
}

/**
 * Explains to the operator why the start failed.
 * @returns one sentence; undefined for a fault of ours, which needs its stack
 */
export function explainStart(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message
  const { code = '', syscall, path } = (error ?? {}) as Coded
  const reason = files[code]
  if (path === undefined || syscall === 'listen' || !reason) return undefined
  return `无法读写 ${path}：${reason}。请处理后重新启动，或用 ZHANGGUI_DATA 指定别的数据文件夹。`
}

/** What failed when the server tried to listen. */
export function listenTrouble(error: unknown, { host, port }: Config): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `端口 ${port} 已被占用：请停止占用它的程序，或用 PORT 指定别的端口。`,
    EACCES: `没有权限使用端口 ${port}：请用 PORT 指定 1024 以上的端口。`,
    EADDRNOTAVAIL: `HOST「${host}」不是这台机器的地址：请改正它，或删除它。`,
    ENOTFOUND: `HOST「${host}」不是这台机器的地址：请改正它，或删除它。`,
    EAI_AGAIN: `HOST「${host}」不是这台机器的地址：请改正它，或删除它。`,
  }
  const sentence = reasons[(error as Coded).code ?? '']
  return sentence ? new StartError(sentence, { cause: error }) : error
}

const rights = {
  owner: '用户没有建表的权限，请用 DATABASE_OWNER_URL 指定有权限的用户',
  app: '用户没有读写数据的权限，请按 docs/running.md 授权',
}

/**
 * What failed at the first contact with a database of the operator's own.
 * @param as the role that migrates, or the one that serves
 */
export function databaseTrouble(error: unknown, config: Config, as: 'owner' | 'app'): unknown {
  const name = as === 'owner' && config.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
  const address = name === 'DATABASE_URL' ? config.databaseUrl : config.databaseOwnerUrl
  if (!address || error instanceof StartError) return error
  // Drizzle wraps the driver's errors.
  const { code = '', message } = (error instanceof Error && error.cause instanceof Error ? error.cause : error) as Coded
  const isSilent = unreachable.includes(code) || /timeout|Connection terminated/.test(message)
  const isRefused = code === '42501'
  const byCode = isRefused ? rights[as] : databases[code]
  const reason = isSilent ? '它没有应答' : message.includes('SSL') ? '它不支持 SSL 连接' : byCode
  if (!reason) return error
  return new ConfigError(`无法使用 ${name} 指定的数据库（${new URL(address).host}）：${reason}。`, { cause: error })
}
