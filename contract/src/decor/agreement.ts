import {
  agreementNames,
  agreementStates,
  MAX_AGREEMENT_BYTES,
  MAX_AGREEMENT_TITLE,
} from '@zhanggui/domain/decor/agreement.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const key = (options: t.FieldOptions = {}) => t.OneOf(agreementNames, { title: '协议', ...options })
const content = t.String({ title: '协议内容', maxLength: MAX_AGREEMENT_BYTES * 2 })
const effectiveTime = { ...t.DateTime, title: '生效时间' }
/** Pictures in it are addresses by then: the editor uploads them before. */
const HTML_BODY = 1024 * 1024

const rowFields = {
  id: t.Id,
  version: t.Integer(),
  key: key(),
  title: t.String({ title: '协议标题' }),
  status: t.OneOf(t.keysOf(agreementStates), { title: '状态' }),
  /** Whether the draft differs from what was published last. */
  changed: t.Boolean({ title: '有未发布的修改' }),
  /** Of what was published last; null before. */
  no: t.Nullable(t.Integer({ title: '最新版本' })),
  requireConsent: t.Boolean({ title: '需要重新同意' }),
  effectiveTime: t.Nullable(effectiveTime),
  updateBy: t.String({ title: '更新人' }),
  updateTime: t.DateTime,
}
export const AgreementRow = t.Object(rowFields)
export type AgreementRow = t.Static<typeof AgreementRow>
export const AgreementInfo = t.Object({ ...rowFields, content })
export type AgreementInfo = t.Static<typeof AgreementInfo>

export const AgreementVersion = t.Object({
  no: t.Integer({ title: '版本' }),
  title: t.String({ title: '协议标题' }),
  content,
  requireConsent: t.Boolean({ title: '需要重新同意' }),
  effectiveTime,
  note: t.String({ title: '版本说明' }),
  createBy: t.String({ title: '发布人' }),
  createTime: t.DateTime,
  /** Whether buyers read it now. */
  live: t.Boolean({ title: '生效中' }),
  consents: t.Integer({ title: '同意人数' }),
})
export type AgreementVersion = t.Static<typeof AgreementVersion>

const publication = {
  publish: t.Optional(t.Boolean({ title: '同时发布' })),
  effectiveTime: t.Optional(
    t.String({
      title: '生效时间',
      maxLength: 19,
      description: 'YYYY-MM-DD HH:mm:ss；不填为立即生效',
      example: '2030-01-01 00:00:00',
    }),
  ),
  note: t.Optional(t.String({ title: '版本说明', maxLength: 100 })),
}

export const AgreementDraft = t.Object({
  key: key({ ask: '请选择协议' }),
  version: t.Version,
  title: t.String({ title: '协议标题', minLength: 1, maxLength: MAX_AGREEMENT_TITLE }),
  content: t.String({ title: '协议内容', minLength: 1, maxLength: MAX_AGREEMENT_BYTES }),
  requireConsent: t.Optional(t.Boolean({ title: '需要重新同意' })),
  ...publication,
})
export type AgreementDraft = t.Static<typeof AgreementDraft>

const base = '/admin/agreement'
const permission = 'admin:agreement'
const Published = t.Object({ ...t.SavedVersion.properties, no: t.Nullable(t.Integer({ title: '最新版本' })) })

/** 协议: what buyers agree to, version by version. */
export const agreement = routes('agreement', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:list`,
    summary: '协议列表',
    response: t.Object({ list: t.Array(AgreementRow, { title: '协议' }) }),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: `${permission}:info`,
    summary: '协议草稿',
    query: t.Object({ key: key({ ask: '请选择协议' }) }),
    response: AgreementInfo,
    errors: [404],
  },
  versions: {
    method: 'GET',
    path: `${base}/version/list`,
    permission: `${permission}:info`,
    summary: '协议版本，新的在前',
    query: t.pageQuery({ key: key({ ask: '请选择协议' }) }),
    response: t.pageOf(AgreementVersion),
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '保存或发布协议',
    body: AgreementDraft,
    bodyLimit: HTML_BODY,
    response: Published,
    errors: [403, 404, 409, 422],
  },
  rollback: {
    method: 'POST',
    path: `${base}/rollback`,
    permission: `${permission}:save`,
    summary: '恢复协议的旧版本',
    body: t.Object({
      key: key({ ask: '请选择协议' }),
      version: t.Version,
      no: t.Integer({ title: '版本', minimum: 1 }),
      ...publication,
    }),
    response: Published,
    errors: [403, 404, 409],
  },
})

const FrontRow = t.Object({
  key: key(),
  title: t.String({ title: '协议标题' }),
  no: t.Integer({ title: '版本' }),
  effectiveTime,
  /** Of a signed-in buyer: a version that asks for it came, and they did not agree to it yet. */
  mustConsent: t.Boolean({ title: '需要同意' }),
})
export type FrontAgreement = t.Static<typeof FrontRow>
const FrontInfo = t.Object({
  title: t.String({ title: '协议标题' }),
  content,
  no: t.Integer({ title: '版本' }),
  effectiveTime,
})
export type FrontAgreementInfo = t.Static<typeof FrontInfo>

const front = '/api/front/agreement'

/** Agreements as buyers read and accept them. */
export const frontAgreement = routes('front-agreement', {
  list: {
    method: 'GET',
    path: `${front}/list`,
    permission: 'visitor',
    summary: '已发布的协议',
    response: t.Object({ list: t.Array(FrontRow, { title: '协议' }) }),
  },
  info: {
    method: 'GET',
    path: `${front}/:key`,
    permission: 'visitor',
    summary: '协议内容',
    params: t.Object({ key: key() }),
    response: FrontInfo,
    errors: [404],
  },
  consent: {
    method: 'POST',
    path: `${front}/consent`,
    permission: 'buyer',
    summary: '同意协议',
    body: t.Object({ key: key({ ask: '请选择协议' }), no: t.Integer({ title: '版本', minimum: 1, example: 1 }) }),
    response: t.Done,
    errors: [404, 409],
  },
})
