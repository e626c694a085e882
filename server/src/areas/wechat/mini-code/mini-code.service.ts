import { writeFile } from 'node:fs/promises'
import { type MiniCodeQuery, type MiniCodesDraft, miniCode } from '@zhanggui/contract/wechat/mini-code.ts'
import { checkMiniCode, type MiniCode, pictureNames } from '@zhanggui/domain/wechat/mini-code.ts'
import { makeZip, type ZipEntry } from '../../../platform/content/zip-writer.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { downloadWechat } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'
import * as codes from './mini-code.repository.ts'

const TASK = 'mini-code-zip'
const WIDTH = 430
/** As long as a code that was drawn is given again. */
const KEPT_MS = 30 * 24 * 3600_000

/** A code for a page of the mini-program, as a data address. Pages in general: products have theirs from here too. */
export async function drawMiniCode(ctx: Ctx, query: MiniCodeQuery): Promise<{ url: string }> {
  const { mime, content } = await takePicture(ctx, query)
  return { url: `data:${mime};base64,${content.toString('base64')}` }
}

/** Starts a task that puts many codes into one archive. @throws 422 NOT_CONFIGURED */
export async function startZip(ctx: Ctx, { codes: asked, ...place }: MiniCodesDraft): Promise<{ taskId: string }> {
  await getWechatAccount(ctx, 'routine')
  for (const { scene } of asked) checkMiniCode({ path: place.path, scene })
  const params = { ...place, codes: asked }
  return inTransaction(ctx, (tx) => startTask(tx, { type: TASK, title: `生成 ${asked.length} 张小程序码`, params }))
}

/** Registers the task of archives. */
export function registerMiniCodes({ tasks }: Platform): void {
  tasks.handle<MiniCodesDraft>(TASK, { needs: miniCode.zip.permission, restartable: true }, writeZip)
}

async function writeZip(ctx: Ctx, { codes: asked, ...place }: MiniCodesDraft, work: TaskWork): Promise<TaskResult> {
  const names = pictureNames(asked.map(({ name }) => name))
  const entries: ZipEntry[] = []
  for (const [at, { scene }] of asked.entries()) {
    await work.progress({ processed: at, total: asked.length })
    const { content } = await takePicture(ctx, { ...place, scene })
    entries.push({ name: names[at] ?? `${at}.png`, content })
  }
  const file = await work.newFile('zip')
  await writeFile(file.path, makeZip(entries), { mode: 0o600 })
  return { file, fileName: '小程序码.zip', rows: entries.length }
}

/** The picture of a code: the one that was drawn lately, or a new one. */
async function takePicture(
  ctx: Ctx,
  { path, scene, width = WIDTH, env = 'release' }: MiniCodeQuery,
): Promise<codes.Picture> {
  const code: MiniCode = { path, scene, width, env }
  checkMiniCode(code)
  const account = await getWechatAccount(ctx, 'routine')
  const { appid } = account
  const known = await codes.find(ctx, appid, code, new Date(ctx.now().getTime() - KEPT_MS))
  if (known) return known
  // Pages of a version that is not released are not known to WeChat yet.
  const body = { scene, page: path, width, env_version: env, check_path: env === 'release' }
  const drawn = await downloadWechat(account, '/wxa/getwxacodeunlimit', body).catch(refuseWechat)
  const picture = { mime: drawn.mime.split(';')[0]?.slice(0, 32) || 'image/png', content: drawn.content }
  await codes.store(ctx, appid, code, picture)
  return picture
}
