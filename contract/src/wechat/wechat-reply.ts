import { MAX_WORD, MAX_WORDS, replyTypes } from '@zhanggui/domain/wechat/wechat-reply.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const types = Object.entries(replyTypes)
  .map(([type, title]) => `${type} ${title}`)
  .join('，')

/** What is answered; which of the fields count depends on the type. */
const ReplyData = t.Object(
  {
    content: t.Optional(t.String({ title: '内容', maxLength: 4000 })),
    mediaId: t.Optional(t.String({ title: '素材', maxLength: 128 })),
    url: t.Optional(media('素材')),
    articleId: t.Optional(t.Integer({ title: '文章', minimum: 1 })),
    title: t.Optional(t.String({ title: '卡片标题', maxLength: 30 })),
    appid: t.Optional(t.String({ title: '小程序 AppID', maxLength: 32 })),
    pagePath: t.Optional(t.String({ title: '小程序页面', maxLength: 512 })),
  },
  { title: '回复内容' },
)
export type ReplyData = t.Static<typeof ReplyData>

const match = t.OneOfNumbers([1, 2], { title: '怎样算命中', description: '1 全等，2 包含' })
const type = t.OneOf(t.keysOf(replyTypes), { title: '回复类型', description: types })
const keywords = t.Array(t.String({ title: '关键字', minLength: 1, maxLength: MAX_WORD, ask: '请填写关键字' }), {
  title: '关键字',
  minItems: 1,
  maxItems: MAX_WORDS,
  ask: '请填写关键字',
  example: ['退款'],
})

/** What is typed of a reply. The words `subscribe` and `default`, alone, name the two that answer no word. */
export const ReplyDraft = t.Object({
  keywords,
  match,
  type,
  data: ReplyData,
  status: t.Optional(t.Boolean({ title: '状态' })),
})
export type ReplyDraft = t.Static<typeof ReplyDraft>

export const Reply = t.Object({
  id: t.Id,
  version: t.Integer({ title: '版本号' }),
  keywords: t.Array(t.String(), { title: '关键字' }),
  match,
  type,
  data: ReplyData,
  /** The article of a reply with one. */
  article: t.Nullable(
    t.Object(
      {
        title: t.String({ title: '文章标题' }),
        image: t.String({ title: '文章图片', maxLength: 512 }),
        synopsis: t.String({ title: '文章简介' }),
      },
      { title: '文章' },
    ),
  ),
  status: t.Boolean({ title: '状态' }),
  hits: t.Integer({ title: '命中次数' }),
  /** In the last seven days. */
  weekHits: t.Integer({ title: '近7天命中' }),
  updateBy: t.String({ title: '最后修改人' }),
  updateTime: t.DateTime,
})
export type Reply = t.Static<typeof Reply>

export const ReplyQuery = t.pageQuery({
  keywords: t.Optional(t.String({ title: '关键字', maxLength: MAX_WORD })),
  type: t.Optional(type),
  status: t.Optional(t.Boolean({ title: '状态' })),
})
export type ReplyQuery = t.Static<typeof ReplyQuery>

/** A word that stands in a message, with the reply it belongs to. */
const FoundWord = t.Object({
  word: t.String({ title: '关键字' }),
  match,
  replyId: t.Integer({ title: '回复' }),
})

const Trial = t.Object({
  reply: t.Nullable(t.Object(Reply.properties, { title: '自动回复' })),
  why: t.String({ title: '原因' }),
  /** All words in it, the one that answers first. */
  found: t.Array(FoundWord, { title: '命中的关键字' }),
})
export type Trial = t.Static<typeof Trial>

const ReplyFigures = t.Object({
  received: t.Integer({ title: '近7天收到' }),
  answered: t.Integer({ title: '自动答上' }),
  unanswered: t.Array(t.Object({ text: t.String({ title: '原话' }), count: t.Integer({ title: '次数' }) }), {
    title: '没答上的话',
  }),
})

export const MediaUpload = t.Object({
  type: t.OneOf(['image', 'voice'], { title: '素材类型', description: 'image 图片，voice 语音' }),
  url: t.Optional(media('素材')),
})
export type MediaUpload = t.Static<typeof MediaUpload>

const base = '/admin/wechat/keywords/reply'
const permission = 'admin:wechat:keywords:reply'

/** 自动回复: what the official account answers by itself. */
export const wechatReply = routes('wechat-reply', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    // Also for the form of channel codes, which offers them.
    permission: [`${permission}:list`, 'admin:wechat:qrcode:save', 'admin:wechat:qrcode:update'],
    summary: '关键字回复列表，新的在前',
    query: ReplyQuery,
    response: t.pageOf(Reply),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: `${permission}:info`,
    summary: '自动回复详情',
    query: t.Object({ id: t.Id }),
    response: Reply,
    errors: [404],
  },
  infoByWord: {
    method: 'GET',
    path: `${base}/info/keywords`,
    permission: `${permission}:info:keywords`,
    summary: '按关键字查询自动回复，subscribe 为关注回复，default 为无匹配回复',
    query: t.Object({ keywords: t.String({ title: '关键字', minLength: 1, maxLength: MAX_WORD }) }),
    response: Reply,
    errors: [404],
  },
  trial: {
    method: 'GET',
    path: `${base}/test`,
    permission: `${permission}:list`,
    summary: '测试一句话由哪条回复回答',
    query: t.Object({ text: t.String({ title: '试一句', minLength: 1, maxLength: 200 }) }),
    response: Trial,
  },
  figures: {
    method: 'GET',
    path: `${base}/figures`,
    permission: `${permission}:list`,
    summary: '近7天收到的消息，和没答上的话',
    response: ReplyFigures,
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增自动回复',
    body: ReplyDraft,
    response: t.SavedVersion,
    errors: [409, 422],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑自动回复',
    body: t.Object({ id: t.Id, version: t.Version, ...ReplyDraft.properties }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  useStatus: {
    method: 'POST',
    path: `${base}/status`,
    permission: `${permission}:status`,
    summary: '开启关闭自动回复',
    body: t.Object({ id: t.Id, status: t.Boolean({ title: '状态' }) }),
    response: t.SavedVersion,
    errors: [404],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除自动回复',
    query: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404, 422],
  },
})

/** 素材: pictures and voices that the official account keeps for good. */
export const wechatMaterial = routes('wechat-material', {
  upload: {
    method: 'POST',
    path: '/admin/wechat/media/upload',
    permission: 'admin:wechat:media:upload',
    summary: '上传永久素材到公众号',
    files: { kinds: ['image', 'voice'], max: 1, orAddress: true },
    body: MediaUpload,
    response: t.Object({
      mediaId: t.String({ title: '素材编号' }),
      url: t.String({ title: '地址', maxLength: 512 }),
      name: t.String({ title: '文件名' }),
    }),
    errors: [404, 413, 415, 422, 502],
  },
})
