import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { makeFolder } from './platform/data/folders.ts'
import { StartError } from './platform/start-error.ts'
import { databaseTrouble, explainStart, listenTrouble } from './start-trouble.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test.each([
  ['EROFS', '文件系统是只读的'],
  ['EACCES', '没有读写权限'],
  ['ENOSPC', '磁盘已满'],
  ['ENOTDIR', '路径中有一段不是文件夹'],
  ['ENOENT', '它不存在，也无法创建'],
])('a data folder that answers %s is named with the reason', (code, reason) => {
  const sentence = explainStart(coded(code, { syscall: 'mkdir', path: '/srv/shop' }))
  expect(sentence).toBe(`无法读写 /srv/shop：${reason}。请处理后重新启动，或用 ZHANGGUI_DATA 指定别的数据文件夹。`)
})

test('a folder that cannot be created is refused at once, with the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'file'), '')
  await symlink('loop', join(folder, 'loop'))
  const cases = [
    ['/proc/zz', '它不存在，也无法创建'],
    ['/proc/zz/shop', '它不存在，也无法创建'],
    [join(folder, 'file'), '它不是文件夹'],
    [join(folder, 'file/shop'), '路径中有一段不是文件夹'],
    [join(folder, 'x'.repeat(300)), '路径过长'],
    [join(folder, 'loop/shop'), '其中的链接指回自己'],
  ] as const
  for (const [path, reason] of cases)
    expect(explainStart(await makeFolder(path).catch((error: unknown) => error))).toContain(`：${reason}。请处理后`)
  await makeFolder(join(folder, 'a/b/c'))
  expect((await stat(join(folder, 'a/b/c'))).mode & 0o777).toBe(0o700)
  await makeFolder(join(folder, 'a/b/c'))
})

test('a fault of ours has no sentence: its stack is printed', () => {
  for (const error of [new TypeError('x is undefined'), coded('EACCES'), new BadInput('不行'), undefined])
    expect(explainStart(error)).toBeUndefined()
})

test.each([
  ['EADDRINUSE', '端口 8080 已被占用：请停止占用它的程序，或用 PORT 指定别的端口。'],
  ['EACCES', '没有权限使用端口 8080：请用 PORT 指定 1024 以上的端口。'],
  ['EADDRNOTAVAIL', 'HOST「127.0.0.1」不是这台机器的地址：请改正它，或删除它。'],
])('%s of the port is explained', (code, sentence) => {
  expect(explainStart(listenTrouble(coded(code, { syscall: 'listen' }), readConfig({})))).toBe(sentence)
})

test.each([
  [coded('ECONNREFUSED'), '它没有应答'],
  [new Error('timeout expired'), '它没有应答'],
  [coded('28P01'), '用户名或密码不正确'],
  [coded('3D000'), '这个数据库不存在'],
  [new Error('Failed query', { cause: coded('42501') }), '用户没有建表的权限'],
  [new Error('The server does not support SSL connections'), '它不支持 SSL 连接'],
])('an unusable DATABASE_URL is named with the reason, without its password: %s', (error, reason) => {
  const trouble = databaseTrouble(error, readConfig({ DATABASE_URL: 'postgres://shop:geheim@db:5433/shop' }), 'owner')
  expect(trouble).toBeInstanceOf(StartError)
  expect(explainStart(trouble)).toMatch(/^无法使用 DATABASE_URL 指定的数据库（db:5433）：/)
  expect(explainStart(trouble)).toContain(reason)
  expect(explainStart(trouble)).not.toContain('geheim')
})

test('of the two roles the one that failed is named', () => {
  const urls = { DATABASE_URL: 'postgres://app@db/shop', DATABASE_OWNER_URL: 'postgres://owner@db2/shop' }
  const explain = (as: 'owner' | 'app') => explainStart(databaseTrouble(coded('42501'), readConfig(urls), as))
  expect(explain('owner')).toMatch(/^无法使用 DATABASE_OWNER_URL 指定的数据库（db2）：用户没有建表的权限/)
  expect(explain('app')).toMatch(/^无法使用 DATABASE_URL 指定的数据库（db）：用户没有读写数据的权限/)
})
