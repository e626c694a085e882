import { MOST_PARAMS } from '@zhanggui/domain/product/param-template.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const Param = t.Object({
  name: t.String({ title: '参数名', maxLength: 32 }),
  value: t.String({ title: '参数值', maxLength: 128 }),
})
export const ParamTemplateDraft = t.Object({
  name: t.String({ title: '模板名称', minLength: 1, maxLength: 32 }),
  params: t.Array(Param, { title: '参数', minItems: 1, maxItems: MOST_PARAMS, ask: '请添加参数' }),
})
export type ParamTemplateDraft = t.Static<typeof ParamTemplateDraft>
export const ParamTemplateChange = t.Object({ id: t.Id, version: t.Version, ...ParamTemplateDraft.properties })
export type ParamTemplateChange = t.Static<typeof ParamTemplateChange>
export const ParamTemplate = t.Object({
  id: t.Id,
  version: t.Integer(),
  ...ParamTemplateDraft.properties,
  createTime: t.DateTime,
})
export type ParamTemplate = t.Static<typeof ParamTemplate>
export const ParamTemplateQuery = t.pageQuery({ keywords: t.Optional(t.String({ title: '关键字', maxLength: 32 })) })
export type ParamTemplateQuery = t.Static<typeof ParamTemplateQuery>

const params = t.Object({ id: t.Id })

/** 参数模板: parameters copied into a product when chosen (catalogue chapter, 2.12). */
export const paramTemplate = routes('param-template', {
  list: {
    method: 'GET',
    path: '/admin/store/param/list',
    // Also for the form of a product, which offers them.
    permission: ['admin:product:param:list', 'admin:product:save', 'admin:product:update'],
    summary: '参数模板列表',
    query: ParamTemplateQuery,
    response: t.pageOf(ParamTemplate),
  },
  info: {
    method: 'GET',
    path: '/admin/store/param/info/:id',
    permission: 'admin:product:param:info',
    summary: '参数模板详情',
    params,
    response: ParamTemplate,
  },
  save: {
    method: 'POST',
    path: '/admin/store/param/save',
    permission: 'admin:product:param:save',
    summary: '新增参数模板',
    body: ParamTemplateDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: '/admin/store/param/update',
    permission: 'admin:product:param:update',
    summary: '编辑参数模板',
    body: ParamTemplateChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'POST',
    path: '/admin/store/param/delete/:id',
    permission: 'admin:product:param:delete',
    summary: '删除参数模板',
    params,
    response: t.Done,
  },
})
