import type { ReplyData, ReplyDraft } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { faultOfReplyText } from '@zhanggui/domain/wechat/wechat-reply.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { requireMaterial } from '../material/wechat-material.service.ts'
import * as replies from './wechat-reply.repository.ts'

const APPID = /^wx[0-9a-f]{16}$/

/**
 * What a reply of this type needs of what was typed; the rest is dropped.
 * @throws 400 for what is missing, 422 for material or an article that is not there
 */
export async function readContent(tx: Ctx, { type, data }: Pick<ReplyDraft, 'type' | 'data'>): Promise<ReplyData> {
  switch (type) {
    case 'text':
      return readText(data)
    case 'image':
    case 'voice':
      return readMaterial(tx, data, type)
    case 'news':
      return readArticle(tx, data)
    case 'miniprogrampage':
      return readCard(tx, data)
    case 'service':
      return {}
  }
}

function readText({ content = '' }: ReplyData): ReplyData {
  if (!content.trim()) throw new BadInput('请填写回复内容', 'data.content')
  const fault = faultOfReplyText(content)
  if (fault) throw new BadInput(fault, 'data.content')
  return { content }
}

async function readMaterial(tx: Ctx, { mediaId = '' }: ReplyData, type: 'image' | 'voice'): Promise<ReplyData> {
  if (!mediaId) throw new BadInput(type === 'image' ? '请上传图片' : '请上传语音', 'data.mediaId')
  const { url } = await requireMaterial(tx, mediaId, type)
  return { mediaId, url }
}

async function readArticle(tx: Ctx, { articleId }: ReplyData): Promise<ReplyData> {
  if (!articleId) throw new BadInput('请选择文章', 'data.articleId')
  const [article] = await replies.findArticles(tx, [articleId])
  if (!article?.isOpen) throw new Refusal('文章不存在或没有发布，请重新选择')
  return { articleId }
}

async function readCard(tx: Ctx, { title = '', appid = '', pagePath = '', mediaId = '' }: ReplyData) {
  if (!title.trim()) throw new BadInput('请填写卡片标题', 'data.title')
  if (!APPID.test(appid)) throw new BadInput('请填写小程序 AppID，以 wx 开头共18位', 'data.appid')
  if (!pagePath.trim()) throw new BadInput('请填写小程序页面', 'data.pagePath')
  return { title: title.trim(), appid, pagePath: pagePath.trim(), ...(await readMaterial(tx, { mediaId }, 'image')) }
}
