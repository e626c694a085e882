import {
  LEAST_AHEAD_MINUTES,
  MAX_PAGE_NAME,
  MOST_AHEAD_DAYS,
  pageKinds,
  pageTerminals,
  publishStates,
} from '@zhanggui/domain/decor/page.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const meaning = (words: Readonly<Record<number, string>>) =>
  Object.entries(words)
    .map(([key, word]) => `${key} ${word}`)
    .join('，')

/** The largest document of a page, and of whatever carries one. */
export const DOCUMENT_LIMIT = 2 * 1024 * 1024

export const pageTerminal = (options: t.FieldOptions = {}) =>
  t.OneOfNumbers([1, 2, 3], { title: '终端', description: meaning(pageTerminals), ...options })
export const pageKind = (options: t.FieldOptions = {}) =>
  t.OneOfNumbers([2, 4], { title: '页面类型', description: meaning(pageKinds), ...options })
const name = (options: { minLength?: number } = { minLength: 1 }) =>
  t.String({ title: '页面名称', maxLength: MAX_PAGE_NAME, ...options })

/** What a page looks like: `settings` and `share` of page-kit, and the components by their keys. The server checks their content. */
export const documentFields = {
  settings: t.Json({ title: '页面设置' }),
  value: t.Json({ title: '组件', description: '以 16 位数字为键的组件，按键排序' }),
  share: t.Json({ title: '分享卡片' }),
}
/** A component as page-kit declares it. */
export const PageComponent = t.Json({
  title: '组件',
  example: { id: 'c1764000000000000', type: 'spacer', v: 1, isShow: true, props: {}, box: {}, rule: {} },
})

/** Somebody who has the page open in the designer. */
const Editor = t.Object({ name: t.String({ title: '姓名' }), seenTime: t.DateTime }, { title: '正在编辑的人' })
const editors = t.Array(Editor, { title: '正在编辑的人' })
export type PageEditor = t.Static<typeof Editor>

const rowFields = {
  id: t.Id,
  /** Rises with every change of the draft. */
  version: t.Integer(),
  name: t.String({ title: '页面名称' }),
  terminal: pageTerminal(),
  type: pageKind(),
  coverImage: t.String({ title: '缩略图', maxLength: 512, description: '未设置时为页面的第一张图片' }),
  templateKey: t.String({ title: '来源模板' }),
  isDefault: t.Boolean({ title: '首页或个人中心' }),
  enabled: t.Boolean({ title: '是否上线' }),
  publishState: t.OneOfNumbers([0, 1, 2, 3], { title: '发布状态', description: meaning(publishStates) }),
  /** What differs from the live version; of a page that is not live, 0. */
  changes: t.Integer({ title: '未发布的修改数' }),
  publishedNo: t.Nullable(t.Integer({ title: '线上版本' })),
  publishTime: t.Nullable(t.DateTime),
  publishBy: t.String({ title: '发布人' }),
  /** Of the next schedule that waits. */
  publishAt: t.Nullable(t.DateTime),
  /** Of the live version. */
  offlineAt: t.Nullable(t.DateTime),
  deletedTime: t.Nullable(t.DateTime),
  updateBy: t.String({ title: '更新人' }),
  createTime: t.DateTime,
  updateTime: t.DateTime,
  editors,
}

export const PageRow = t.Object({ ...rowFields, views7: t.Integer({ title: '7天浏览' }) })
export type PageRow = t.Static<typeof PageRow>

/** A page with its draft. */
export const PageInfo = t.Object({
  ...rowFields,
  ...documentFields,
  /** The version that is live; null for none. */
  liveVersionId: t.Nullable(t.Id),
})
export type PageInfo = t.Static<typeof PageInfo>

export const PageQuery = t.pageQuery({
  name: t.Optional(t.String({ title: '页面名称', maxLength: MAX_PAGE_NAME })),
  terminal: t.Optional(pageTerminal()),
  type: t.Optional(pageKind()),
  publishState: t.Optional(t.OneOfNumbers([0, 1, 2, 3], { title: '发布状态', description: meaning(publishStates) })),
  recycled: t.Optional(t.Boolean({ title: '回收站' })),
})
export type PageQuery = t.Static<typeof PageQuery>

export const PageDraft = t.Object({
  name: name(),
  terminal: pageTerminal({ example: 3 }),
  type: pageKind({ example: 2 }),
  settings: t.Optional(documentFields.settings),
  value: t.Optional(documentFields.value),
  share: t.Optional(documentFields.share),
  /** The template that it is made from, where no components are sent; its pictures are stored with it. */
  templateKey: t.Optional(t.String({ title: '来源模板', maxLength: 40 })),
})
export type PageDraft = t.Static<typeof PageDraft>

export const PageChange = t.Object({
  id: t.Id,
  version: t.Version,
  name: t.Optional(name()),
  terminal: t.Optional(pageTerminal()),
  coverImage: t.Optional(media('缩略图', { clearable: true })),
  settings: t.Optional(documentFields.settings),
  value: t.Optional(documentFields.value),
  share: t.Optional(documentFields.share),
  /** Instead of a document: that of a template. */
  templateKey: t.Optional(t.String({ title: '来源模板', maxLength: 40 })),
  overwrite: t.Optional(
    t.Boolean({ title: '覆盖保存', description: '被覆盖的内容留作一个版本；不带版本号时也是如此' }),
  ),
})
export type PageChange = t.Static<typeof PageChange>

const componentId = t.String({ title: '组件编号', maxLength: 20, pattern: /^c\d{16}$/, example: 'c1767225600000000' })

const sessionKey = t.String({ title: '编辑会话', maxLength: 40, pattern: /^[\w-]{8,40}$/, example: 'a1b2c3d4e5f6' })

/** What changed since a version of the draft, as `changesBetween` of page-kit gives it. */
export const DraftChange = t.Object({
  id: t.Id,
  version: t.Integer({ title: '版本号' }),
  /** Of the designer that is open: what the draft was before its first save is kept, and again every ten minutes. */
  sessionKey: t.Optional(sessionKey),
  settings: t.Optional(documentFields.settings),
  share: t.Optional(documentFields.share),
  put: t.Array(PageComponent, { title: '新增或修改的组件', maxItems: 100 }),
  remove: t.Array(componentId, { title: '删除的组件', maxItems: 100, example: [] }),
  /** Every key with its id, whenever one differs. */
  order: t.Optional(
    t.Array(
      t.Array(t.String({ title: '键和编号', maxLength: 20 }), {
        title: '键和编号',
        minItems: 2,
        maxItems: 2,
        example: ['1767225600000000', 'c1767225600000000'],
      }),
      { title: '顺序', maxItems: 100 },
    ),
  ),
})
export type DraftChange = t.Static<typeof DraftChange>

/** What is wrong with a page: errors keep it from being published. */
export const PageIssue = t.Object({
  level: t.OneOf(['error', 'warning'], { title: '级别' }),
  /** '' for the page itself. */
  componentId: t.String({ title: '组件编号' }),
  path: t.Array(t.Unknown({ title: '字段' }), { title: '字段' }),
  code: t.String(),
  message: t.String(),
})
export type PageIssue = t.Static<typeof PageIssue>
const issues = t.Array(PageIssue, { title: '问题', maxItems: 2000 })

/** Something that names a page or is named by one. */
export const PageUse = t.Object({ type: t.String({ title: '类型' }), id: t.Id, name: t.String() })
export type PageUse = t.Static<typeof PageUse>

const ahead = `提前${LEAST_AHEAD_MINUTES}分钟到${MOST_AHEAD_DAYS}天`
const publishAt = t.String({ title: '发布时间', maxLength: 19, description: `YYYY-MM-DD HH:mm:ss，${ahead}` })
const offlineAt = t.String({ title: '下线时间', maxLength: 19, description: 'YYYY-MM-DD HH:mm:ss，晚于发布时间' })

export const Publication = t.Object({
  version: t.Version,
  note: t.Optional(t.String({ title: '发布说明', maxLength: 100 })),
  publishAt: t.Optional(publishAt),
  offlineAt: t.Optional(offlineAt),
  setDefault: t.Optional(t.Boolean({ title: '同时设为首页' })),
})
export type Publication = t.Static<typeof Publication>

const Published = t.Object({
  ...t.SavedVersion.properties,
  /** The version that is live now. */
  publishedNo: t.Nullable(t.Integer({ title: '线上版本' })),
  /** Of what was scheduled; null when it went live at once. */
  scheduleId: t.Nullable(t.Id),
})

const Saved = t.SavedVersion
const base = '/admin/pagediy'
const permission = 'admin:pagediy'
const params = t.Object({ id: t.Id })

/** 页面装修: pages that staff make of components, and what becomes of them. */
export const decorPage = routes('decor-page', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:list`,
    summary: '页面列表，首页在前，新建在前',
    query: PageQuery,
    response: t.pageOf(PageRow),
  },
  info: {
    method: 'GET',
    path: `${base}/info/:id`,
    permission: `${permission}:info`,
    summary: '页面详情，编号 0 为该终端的首页',
    params: t.Object({ id: t.Integer({ title: '编号', maximum: Number.MAX_SAFE_INTEGER }) }),
    query: t.Object({ terminal: t.Optional(pageTerminal()) }),
    response: PageInfo,
    errors: [404],
  },
  getDefault: {
    method: 'GET',
    path: `${base}/getdefault`,
    permission: `${permission}:getdefault`,
    summary: '终端的首页或个人中心',
    query: t.Object({ terminal: pageTerminal({ example: 3 }), type: t.Optional(pageKind()) }),
    response: t.Object({ id: t.Id }),
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增页面',
    body: PageDraft,
    bodyLimit: DOCUMENT_LIMIT,
    response: Saved,
    errors: [409, 413, 422],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑页面',
    body: PageChange,
    bodyLimit: DOCUMENT_LIMIT,
    response: Saved,
    errors: [404, 409, 413, 422],
  },
  saveDraft: {
    method: 'POST',
    path: `${base}/draft/save`,
    permission: `${permission}:update`,
    summary: '保存草稿的修改',
    quiet: true,
    body: DraftChange,
    bodyLimit: DOCUMENT_LIMIT,
    response: t.Object({
      ...Saved.properties,
      issues,
      /** What the server cleaned or cut of what was put. */
      put: t.Array(PageComponent, { title: '整理过的组件', maxItems: 100 }),
      /** The version in which the draft was kept as it stood before this save; null where it was not. */
      keptId: t.Nullable(t.Id),
    }),
    errors: [404, 409, 413, 422],
  },
  rename: {
    method: 'POST',
    path: `${base}/updatename`,
    permission: `${permission}:updatename`,
    summary: '修改页面名称',
    body: t.Object({ id: t.Id, name: name() }),
    response: Saved,
    errors: [404, 409],
  },
  validate: {
    method: 'POST',
    path: `${base}/validate`,
    permission: `${permission}:info`,
    summary: '检查页面',
    quiet: true,
    whileSeeing: true,
    body: t.Object({
      /** The draft of a page, else the document that is sent. */
      id: t.Optional(t.Id),
      terminal: t.Optional(pageTerminal()),
      type: t.Optional(pageKind()),
      settings: t.Optional(documentFields.settings),
      value: t.Optional(documentFields.value),
      share: t.Optional(documentFields.share),
    }),
    bodyLimit: DOCUMENT_LIMIT,
    response: t.Object({ issues }),
    errors: [404],
  },
  publish: {
    method: 'POST',
    path: `${base}/publish/:id`,
    permission: `${permission}:publish`,
    summary: '发布页面，或到时候发布',
    params,
    body: Publication,
    response: Published,
    errors: [404, 409, 422],
  },
  updateSchedule: {
    method: 'POST',
    path: `${base}/schedule/update/:id`,
    permission: `${permission}:publish`,
    summary: '修改定时发布的时间',
    params,
    body: t.Object({ publishAt, offlineAt: t.Optional(offlineAt) }),
    response: t.Saved,
    errors: [404, 422],
  },
  cancelSchedule: {
    method: 'POST',
    path: `${base}/schedule/cancel/:id`,
    permission: `${permission}:publish`,
    summary: '取消定时发布',
    params,
    response: t.Saved,
    errors: [404],
  },
  offline: {
    method: 'POST',
    path: `${base}/offline/:id`,
    permission: `${permission}:publish`,
    summary: '下线页面',
    params,
    response: Saved,
    errors: [404, 409, 422],
  },
  online: {
    method: 'POST',
    path: `${base}/online/:id`,
    permission: `${permission}:publish`,
    summary: '上线页面',
    params,
    response: Saved,
    errors: [404, 409, 422],
  },
  setDefault: {
    method: 'GET',
    path: `${base}/setdefault/:id`,
    permission: `${permission}:setdefault`,
    changes: true,
    summary: '设为首页或个人中心',
    params,
    response: Saved,
    errors: [404, 409, 422],
  },
  copy: {
    method: 'POST',
    path: `${base}/copy/:id`,
    permission: `${permission}:save`,
    summary: '复制页面',
    params,
    body: t.Object({ name: name(), terminal: t.Optional(pageTerminal()) }),
    response: t.Object({
      ...Saved.properties,
      /** What the terminal has no place for. */
      dropped: t.Array(t.String(), { title: '未复制的组件' }),
    }),
    errors: [404, 409],
  },
  export: {
    method: 'GET',
    path: `${base}/export/:id`,
    permission: `${permission}:info`,
    summary: '导出页面',
    params,
    response: t.Json({ title: '页面文件' }),
    errors: [404],
  },
  import: {
    method: 'POST',
    path: `${base}/import`,
    permission: `${permission}:save`,
    summary: '导入页面',
    files: { kinds: ['source'], max: 1 },
    body: t.Object({
      mode: t.OneOf(['new', 'replace'], { title: '导入方式', description: 'new 新建页面，replace 替换草稿' }),
      /** The page whose draft is replaced. */
      id: t.Optional(t.Id),
      version: t.Version,
    }),
    response: t.Object({
      ...Saved.properties,
      report: t.Object({
        imported: t.Integer({ title: '导入的组件' }),
        skipped: t.Array(t.String(), { title: '跳过的组件' }),
        /** References that were cleared: nothing here has their name. */
        unresolved: t.Array(t.String(), { title: '找不到的引用', maxItems: 500 }),
      }),
    }),
    errors: [404, 409, 413, 422],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除页面到回收站',
    query: t.Object({ id: t.Id, force: t.Optional(t.Boolean({ title: '仍然删除' })) }),
    response: t.Done,
    errors: [404, 409, 422],
  },
  restore: {
    method: 'POST',
    path: `${base}/recycle/restore/:id`,
    permission: `${permission}:delete`,
    summary: '从回收站恢复页面',
    params,
    response: t.Object({ ...Saved.properties, name: t.String({ title: '页面名称' }) }),
    errors: [404],
  },
  resolve: {
    method: 'POST',
    path: `${base}/resolve`,
    permission: `${permission}:info`,
    summary: '组件要显示的数据',
    quiet: true,
    whileSeeing: true,
    body: t.Object({
      terminal: t.Optional(pageTerminal()),
      components: t.Array(PageComponent, { title: '组件', maxItems: 100 }),
    }),
    bodyLimit: DOCUMENT_LIMIT,
    /** By the ids of components; one that shows no live data is not named. */
    response: t.Map(t.Json({ title: '数据' })),
  },
  preview: {
    method: 'POST',
    path: `${base}/preview`,
    permission: `${permission}:info`,
    summary: '预览地址',
    quiet: true,
    whileSeeing: true,
    body: t.Object({
      id: t.Id,
      /** A version instead of the draft. */
      versionId: t.Optional(t.Id),
    }),
    response: t.Object({
      url: t.String({ title: '预览地址', maxLength: 2000 }),
      /** For `preview` of the calls that serve pages. */
      pass: t.String({ title: '预览凭证', maxLength: 1000 }),
      expireTime: t.DateTime,
    }),
    errors: [404],
  },
  heartbeat: {
    method: 'POST',
    path: `${base}/heartbeat`,
    permission: `${permission}:info`,
    summary: '正在编辑页面',
    quiet: true,
    whileSeeing: true,
    body: t.Object({
      id: t.Id,
      sessionKey,
    }),
    response: t.Object({ version: t.Integer(), editors }),
    errors: [404],
  },
  references: {
    method: 'GET',
    path: `${base}/references/:id`,
    permission: `${permission}:info`,
    summary: '引用该页面的地方',
    params,
    response: t.Object({ uses: t.Array(PageUse, { title: '引用' }) }),
    errors: [404],
  },
  stat: {
    method: 'GET',
    path: `${base}/stat/:id`,
    permission: `${permission}:info`,
    summary: '页面数据',
    params,
    query: t.Object({ dateLimit: t.Optional(t.TimeRange) }),
    response: t.Object({
      days: t.Array(
        t.Object({
          day: t.String({ title: '日期' }),
          views: t.Integer({ title: '浏览量' }),
          clicks: t.Integer({ title: '点击量' }),
        }),
        { title: '每日', maxItems: 400 },
      ),
      components: t.Array(
        t.Object({
          componentId: t.String({ title: '组件编号' }),
          /** As in the draft; '' for one that is gone. */
          name: t.String({ title: '组件' }),
          views: t.Integer({ title: '曝光量' }),
          clicks: t.Integer({ title: '点击量' }),
        }),
        { title: '组件', maxItems: 1000 },
      ),
    }),
    errors: [404],
  },
})
