import type { PageBlock, pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { PageTerminal } from '@zhanggui/domain/decor/page.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { checkPublish } from '@zhanggui/page-kit/check.ts'
import { type Component, componentsOf, emptyPage } from '@zhanggui/page-kit/page.ts'
import { placeOf } from '@zhanggui/page-kit/placement.ts'
import { refsOfComponent } from '@zhanggui/page-kit/refs.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import { isObject } from '@zhanggui/page-kit/values.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import {
  conflict,
  forbidden,
  HttpError,
  inUse,
  notFound,
  refuseTaken,
  versionConflict,
} from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { dropServed } from '../layout/served-pages.service.ts'
import { isShown, listUses, replaceRefs } from '../page/page.repository.ts'
import { MAY_PUBLISH } from '../page/page-core.service.ts'
import { errorsOf, filesText, readDocument, toWire } from '../page-facts/page-document.service.ts'
import { readFacts } from '../page-facts/page-facts.service.ts'
import * as blocks from './page-block.repository.ts'

const OBJECT = 'page-block'
const WHAT = '公共模块'
/** In the whole shop. */
const MAX_BLOCKS = 500
const KEY = '1000000000000000'
const taken = () => conflict('模块名称已存在，请修改后再保存', 'name')

/** A page of the blocks, newest first, with the pages that show them. */
export async function listBlocks(ctx: Ctx, { query }: RouteInput<typeof pageBlock.list>) {
  const { name, terminal, ...left } = query
  const paging = readPage(left)
  const { rows, total } = await blocks.list(ctx, { name, terminal }, paging)
  const list: PageBlock[] = []
  for (const row of rows) list.push(await describe(ctx, row, row.updateName))
  return { list, total, page: paging.page, limit: paging.limit }
}

async function describe(ctx: Ctx, row: blocks.BlockRow, updateBy: string): Promise<PageBlock> {
  const { id, version, name, terminal, component, createdAt, updatedAt } = row
  return {
    id,
    version,
    name,
    terminal,
    component: await toWire(ctx, component),
    uses: await listUses(ctx, 'block', id),
    isShown: await isShown(ctx, 'block', id),
    updateBy,
    createTime: toWireTime(createdAt),
    updateTime: toWireTime(updatedAt),
  }
}

/** Reads a component that will be shared: one of the flow, cleaned. @throws 400, 413, 422 */
async function readComponent(tx: Ctx, given: unknown, terminal: PageTerminal) {
  if (!isObject(given)) throw new BadInput('组件格式不正确', 'component')
  const value = { [KEY]: { ...given, id: `c${KEY}`, isShow: true, alias: '', anchor: '', track: '', rule: {} } }
  const page = await readDocument(tx, { value }, { ...emptyPage(4, terminal) })
  const [component] = componentsOf(page)
  const isFlow = component && definitionOf(component.type) && placeOf(component.type) === placeOf('sharedBlock')
  if (!isFlow || component.type === 'sharedBlock') throw new Refusal('只有内容区的组件能存为公共模块')
  return { component, page }
}

/** Adds a block. @throws 400; 409 for a name that another has; 422 for what is no component of the flow, and for too many */
export function saveBlock(ctx: Ctx, { body }: RouteInput<typeof pageBlock.save>): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const { component, page } = await readComponent(tx, body.component, body.terminal)
    const row = { name: body.name, terminal: body.terminal, component: stored(component) }
    if ((await blocks.count(tx)) >= MAX_BLOCKS) throw new Refusal(`最多保存${MAX_BLOCKS}个公共模块，请先删除不用的`)
    const saved = await blocks.insert(tx, row)
    if (!saved) throw taken()
    await note(tx, saved.id, body.name, component, filesText(page))
    await audit(tx, { objectId: saved.id, objectName: body.name, after: { name: body.name, type: component.type } })
    return saved
  })
}

const stored = (component: Component) => ({ ...component }) as Record<string, unknown>

/** What a block names, and its files. */
async function note(tx: Ctx, id: number, name: string, component: Component, text: string): Promise<void> {
  await replaceRefs(tx, { owner: 'block', ownerId: id, state: 'live' }, refsOfComponent(component))
  await useFiles(tx, { type: OBJECT, id, field: 'component', title: `公共模块「${name}」` }, text)
}

/**
 * Changes a block, which reaches all pages that show it at once.
 * @throws 403 without the right to publish, for what live or waiting pages show; 404; 409; 422 for another type, and for what live or waiting pages may not show
 */
export function updateBlock(ctx: Ctx, { body }: RouteInput<typeof pageBlock.update>): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await blocks.lock(tx, body.id)
    if (!row) throw notFound(WHAT)
    const before = await describe(tx, row, '')
    if (body.version !== undefined && body.version !== row.version) throw versionConflict(before)
    const name = body.name ?? row.name
    const { component, page } = await readComponent(tx, body.component ?? before.component, row.terminal)
    if (component.type !== row.component.type) throw new Refusal('公共模块的组件类型不能更换')
    if (body.component && (await isShown(tx, 'block', body.id))) {
      if (!holds(tx.actor, MAY_PUBLISH)) throw forbidden(MAY_PUBLISH)
      const issues = errorsOf(checkPublish(page, await readFacts(tx, page)))
      if (issues.length)
        throw new HttpError(422, 'BUSINESS_RULE', `模块有${issues.length}处问题，请修正后再保存`, { issues })
    }
    const change = { name, component: stored(component) }
    const saved = await refuseTaken(blocks.update(tx, body.id, body.version, change), taken)
    if (!saved) throw versionConflict(before)
    await note(tx, body.id, name, component, filesText(page))
    await dropServed(tx)
    const after = { name, component: await toWire(tx, component) }
    await audit(tx, {
      objectId: body.id,
      objectName: name,
      before: { name: row.name, component: before.component },
      after,
    })
    return saved
  })
}

/** Deletes a block that nothing shows. @throws 404; 422 IN_USE */
export function removeBlock(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    const row = await blocks.lock(tx, id)
    if (!row) throw notFound(WHAT)
    const uses = await listUses(tx, 'block', id)
    if (uses.length) throw inUse(`该模块被${uses.length}个页面使用`, uses)
    await blocks.remove(tx, [id])
    await replaceRefs(tx, { owner: 'block', ownerId: id, state: 'live' }, [])
    await freeFiles(tx, OBJECT, id)
    await audit(tx, { objectId: id, objectName: row.name, before: { name: row.name, type: row.component.type } })
    return {}
  })
}
