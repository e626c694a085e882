import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wechatMenu } from '@zhanggui/contract/wechat/wechat-menu.ts'
import { wechatMaterial, wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { type Ctx, calling, inTransaction } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { uploadMaterial } from '../material/wechat-material.service.ts'
import { publishMenu, saveMenuDraft } from '../menu/wechat-menu.service.ts'
import { saveReply } from '../reply/wechat-reply.service.ts'
import { demoMenus, demoQuestions, demoReplies, demoTaps } from './reply-words.demo.ts'

/** Where links lead in a demo shop that has no address of its own. */
const SITE = 'https://shop.example.com'
const NEWS_WEEK = 88

/** Fills a demo shop without replies: a menu that fans see and a draft of the next one, replies and what they answered. */
export async function fillReplyDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from wechat_reply limit 1`)
  if (rows.length) return
  const { site_url } = await getSettings(ctx)
  const site = site_url.replace(/\/$/, '') || SITE
  // A real account is not the demo's to change.
  const { isFake } = ctx.platform.wechat
  const image = isFake ? await drawPoster(ctx) : ''
  const { published, draft } = demoMenus(site)
  const live = isFake ? await publishMenu(calling(ctx, wechatMenu.create), { menu: published, version: 0 }) : undefined
  await saveMenuDraft(calling(ctx, wechatMenu.draft), { menu: draft, version: live?.version ?? 0 })
  await inTransaction(ctx, async (tx) => {
    for (const { week, off, ...piece } of demoReplies(site, image)) {
      const { id } = await saveReply(calling(tx, wechatReply.save), { ...piece, status: !off })
      await noteHits(tx, week, id)
    }
    for (const [text, count] of demoQuestions) await noteHits(tx, count, null, text)
    for (const [event, key, count] of demoTaps(site)) await noteTaps(tx, event, key, count)
  })
}

/** Answers a word with an article, once there are some. */
export async function fillNewsReply(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    select id::int from article where published and publish_time <= now() and not hidden
      and not exists (select from wechat_reply where type = 'news') order by visit desc limit 1`)
  const [article] = rows
  if (!article) return
  await inTransaction(ctx, async (tx) => {
    const draft = { keywords: ['怎么选'], match: 2, type: 'news', data: { articleId: article.id } } as const
    const { id } = await saveReply(calling(tx, wechatReply.save), { ...draft, keywords: [...draft.keywords] })
    await noteHits(tx, NEWS_WEEK, id)
  })
}

/** Answers spread over the last six days. */
async function noteHits({ db, now }: Ctx, count: number, replyId: number | null, text = ''): Promise<void> {
  await db.execute(sql`
    insert into wechat_reply_hit (reply_id, matched, text, created_at)
    select ${replyId}::bigint, ${replyId !== null}::boolean, ${text}, ${now().toISOString()}::timestamptz - n * interval '6 days' / ${count}::int
    from generate_series(1, ${count}::int) as n`)
}

async function noteTaps({ db, now }: Ctx, event: string, key: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into wechat_callback (account, key, openid, type, event, event_key, fields, at, created_at)
    select 'public', 'demo-' || ${event}::text || md5(${key}::text) || n, 'sim_fan' || n % 20, 'event', ${event}, ${key}, '{}', at, at
    from generate_series(1, ${count}::int) as n
      cross join lateral (select ${now().toISOString()}::timestamptz - n * interval '6 days' / ${count}::int as at) as moment`)
}

const POSTER = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#e9d8c4"/>
  <circle cx="430" cy="190" r="130" fill="#d9b993"/><rect x="370" y="130" width="120" height="150" rx="12" fill="#4a3426"/>
  <ellipse cx="430" cy="205" rx="32" ry="42" fill="#f3e6d6"/><path d="M430 168q-18 37 0 74" stroke="#4a3426" stroke-width="6" fill="none"/>
  <rect x="60" y="120" width="220" height="34" rx="6" fill="#4a3426"/><rect x="60" y="172" width="160" height="18" rx="6" fill="#8a6a4d"/></svg>`

/** A picture that the account keeps; what it is called there. */
async function drawPoster(ctx: Ctx): Promise<string> {
  const folder = join(ctx.platform.config.dataFolder, 'receiving', randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const content = await sharp(Buffer.from(POSTER)).png().toBuffer()
    const path = join(folder, '0')
    await writeFile(path, content)
    const hash = createHash('sha256').update(content).digest('hex')
    const file = { name: '双十一海报.png', extension: 'png', path, bytes: content.length, hash }
    return (await uploadMaterial(calling(ctx, wechatMaterial.upload), { type: 'image' }, [file])).mediaId
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
