import type { PageTemplate, PageTemplateInfo, pageTemplate } from '@zhanggui/contract/decor/page-template.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { componentsOf } from '@zhanggui/page-kit/page.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { documentOf, filesText, pageOf, toWire } from '../page-facts/page-document.service.ts'
import { type BuiltIn, drawnPage, listBuiltIn } from './built-in-template.service.ts'
import * as templates from './page-template.repository.ts'

const OBJECT = 'page-template'
const WHAT = '模板'
const OWN = 'own-'
const MAX_OWN = 200

/** Templates: the shop's own, newest first, and those that came with the product. */
export async function listTemplates(ctx: Ctx, { query }: RouteInput<typeof pageTemplate.list>) {
  const own = await templates.list(ctx, query.type)
  const media = await readMedia(ctx)
  const shipped = (await listBuiltIn()).filter(({ type }) => query.type === undefined || type === query.type)
  return { list: [...own.map((row) => describe(row, media.toWire)), ...shipped.map(describeBuiltIn)] }
}

function describe(row: templates.TemplateRow, toAddress: (stored: string) => string): PageTemplate {
  return {
    id: row.id,
    key: `${OWN}${row.id}`,
    name: row.name,
    terminal: row.terminal,
    type: row.type,
    coverImage: toAddress(row.coverImage),
    builtin: false,
    components: Object.keys(row.value).length,
    createTime: toWireTime(row.createdAt),
  }
}

const describeBuiltIn = ({ page, ...row }: BuiltIn): PageTemplate => ({
  ...row,
  coverImage: '',
  terminal: 3,
  id: null,
  builtin: true,
  components: componentsOf(page).length,
  createTime: null,
})

/** A template with its document. @throws 404 */
export async function getTemplate(ctx: Ctx, key: string): Promise<PageTemplateInfo> {
  const shipped = (await listBuiltIn()).find((each) => each.key === key)
  if (shipped) return { ...describeBuiltIn(shipped), ...(await toWire(ctx, documentOf(await drawnPage(ctx, key)))) }
  const id = key.startsWith(OWN) ? Number(key.slice(OWN.length)) : 0
  const row = Number.isSafeInteger(id) && id > 0 ? await templates.find(ctx, id) : undefined
  if (!row) throw notFound(WHAT)
  const media = await readMedia(ctx)
  return { ...describe(row, media.toWire), ...(await toWire(ctx, documentOf(pageOf(row, row)))) }
}

/** Makes a template of the draft of a page. @throws 404; 409 for a name that another has; 422 for too many */
export function saveTemplate(ctx: Ctx, { body: { pageId, name } }: RouteInput<typeof pageTemplate.save>) {
  return inTransaction(ctx, async (tx) => {
    const row = await templates.findPage(tx, pageId)
    if (!row) throw notFound('页面')
    if ((await templates.count(tx)) >= MAX_OWN) throw new Refusal(`最多保存${MAX_OWN}个模板`)
    const page = pageOf(row, row)
    const coverImage = row.coverImage || row.firstImage
    const { terminal, type } = row
    const id = await templates.insert(tx, { ...documentOf(page), name, terminal, type, coverImage })
    if (!id) throw conflict('模板名称已存在，请修改后再保存', 'name')
    const owner = { type: OBJECT, id, field: 'value', title: `页面模板「${name}」` }
    await useFiles(tx, owner, filesText(page, coverImage))
    await audit(tx, { objectId: id, objectName: name, after: { name, terminal, type } })
    return { id, key: `${OWN}${id}` }
  })
}

/** Deletes one of the shop's own templates, by its id or key. @throws 404; 422 for one that came with the product */
export async function removeTemplate(ctx: Ctx, given: string): Promise<Record<never, never>> {
  if ((await listBuiltIn()).some(({ key }) => key === given)) throw new Refusal('内置模板不能删除')
  const id = Number(given.startsWith(OWN) ? given.slice(OWN.length) : given)
  if (!Number.isSafeInteger(id) || id < 1) throw notFound(WHAT)
  return inTransaction(ctx, async (tx) => {
    const row = await templates.remove(tx, id)
    if (!row) throw notFound(WHAT)
    await freeFiles(tx, OBJECT, id)
    await audit(tx, { objectId: id, objectName: row.name, before: { name: row.name } })
    return {}
  })
}

/** The document of a template, for a page that is made from it. @throws 404 */
export async function readTemplate(ctx: Ctx, key: string) {
  const { settings, value, share } = await getTemplate(ctx, key)
  return { settings, value, share }
}
