import type {
  FixedLayout,
  GroupItem,
  GroupItemChange,
  GroupItemForm,
  GroupItemQuery,
  LayoutItem,
} from '@zhanggui/contract/decor/fixed-layout.ts'
import {
  checkChange,
  checkCount,
  checkItem,
  type FixedGroup,
  fixedGroupNames,
  fixedGroups,
} from '@zhanggui/domain/decor/fixed-layout.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseLink } from '@zhanggui/page-kit/links/links.ts'
import { audit } from '../../../platform/data/audit.ts'
import { lockTree } from '../../../platform/data/tree.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import * as items from './fixed-layout.repository.ts'

const WHAT = '配置'
/** As many as a save of a whole group may send. */
const MAX_ITEMS = 50

/** The parts of the layout as they go over the wire, and the groups in which they are stored. */
const groupOf = {
  indexMenu: 'index_menu',
  indexBanner: 'index_banner',
  indexNews: 'index_news',
  indexTable: 'index_table',
  userMenu: 'user_menu',
  userBanner: 'user_banner',
} as const satisfies Record<keyof FixedLayout, FixedGroup>
type Part = keyof FixedLayout
const parts = Object.keys(groupOf) as Part[]

const cacheOf = ({ platform }: Ctx) => platform.caches.named<items.ItemRow[]>('fixed-layout', { max: 1 })

/** All items, as they are stored; kept until one is saved. */
const readItems = (ctx: Ctx) => cacheOf(ctx).get('all', () => items.list(ctx, fixedGroupNames))

const toItem = ({ name, pic, url, info, sort, show }: items.ItemRow, media: Media): LayoutItem => ({
  name,
  url,
  info,
  sort,
  show,
  pic: media.toWire(pic),
})

/** The fixed layout, for the console. */
export async function getFixedLayout(ctx: Ctx): Promise<FixedLayout> {
  const [rows, media] = [await readItems(ctx), await readMedia(ctx)]
  const of = (part: Part) => rows.filter(({ group }) => group === groupOf[part]).map((row) => toItem(row, media))
  return Object.fromEntries(parts.map((part) => [part, of(part)])) as FixedLayout
}

/** What buyers see of a group, in its order. */
export async function listShownItems(ctx: Ctx, group: FixedGroup) {
  const [rows, media] = [await readItems(ctx), await readMedia(ctx)]
  return rows
    .filter((row) => row.group === group && row.show)
    .map(({ name, pic, url, info }) => ({ name, url, info, pic: media.toWire(pic) }))
}

/**
 * Replaces the groups that are sent, all of them or none.
 * @throws 400 for an item without name, picture or a link that leads anywhere; 422 for too few or too many that are shown
 */
export async function saveFixedLayout(ctx: Ctx, sent: Partial<FixedLayout>): Promise<Record<never, never>> {
  const given = parts.flatMap((part) => {
    const list = sent[part]
    return list ? [{ part, group: groupOf[part], list }] : []
  })
  for (const { part, group, list } of given) {
    for (const [index, item] of list.entries()) checkWhole(group, item, `${part}.${index}.`)
    checkCount(group, list)
  }
  const media = await readMedia(ctx)
  await changing(ctx, async (tx) => {
    for (const { part, group, list } of given) {
      const before = (await items.list(tx, [group])).map((row) => toItem(row, media))
      await items.empty(tx, group)
      await items.insert(
        tx,
        group,
        list.map((item) => ({ ...item, pic: media.toStored(item.pic) })),
      )
      await keepPictures(tx, group)
      await audit(tx, {
        action: 'update',
        objectType: 'fixed-layout',
        objectId: group,
        objectName: fixedGroups[group].title,
        before: { [part]: before },
        after: { [part]: list },
      })
    }
  })
  return {}
}

function checkWhole(group: FixedGroup, item: LayoutItem, field = ''): void {
  checkItem(group, item, field)
  if (item.url && !parseLink(item.url)) throw new BadInput('链接不正确，请重新选择', `${field}url`)
}

/** One change of the layout at a time, so that limits hold; the cache is dropped in every process. */
function changing<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  return inTransaction(ctx, async (tx) => {
    await lockTree(tx, 'decor layout')
    const result = await work(tx)
    await cacheOf(tx).drop(tx.db)
    tx.afterCommit?.push(() => cacheOf(tx).dropHere())
    return result
  })
}

/** The pictures of a group cannot be deleted while it shows them. */
async function keepPictures(tx: Ctx, group: FixedGroup): Promise<void> {
  const pictures = (await items.list(tx, [group])).map(({ pic }) => pic).join(' ')
  await useFiles(tx, { type: 'page-layout', id: 1, field: group, title: fixedGroups[group].title }, pictures)
}

/** A page of the items of a group, or of all. */
export async function listGroupItems(ctx: Ctx, { group, ...left }: GroupItemQuery) {
  const paging = readPage(left)
  const { rows, total } = await items.listPage(ctx, group ? [group] : fixedGroupNames, paging)
  const media = await readMedia(ctx)
  return { list: rows.map((row) => describe(row, media)), total, page: paging.page, limit: paging.limit }
}

function describe(row: items.ItemRow, media: Media): GroupItem {
  return { id: row.id, group: row.group, ...toItem(row, media), updateTime: toWireTime(row.updatedAt) }
}

/** @throws 404 */
export async function getGroupItem(ctx: Ctx, id: number): Promise<GroupItem> {
  return describe(await requireItem(ctx, id), await readMedia(ctx))
}

async function requireItem(ctx: Ctx, id: number): Promise<items.ItemRow> {
  const row = await items.find(ctx, id, fixedGroupNames)
  if (!row) throw notFound(WHAT)
  return row
}

/** What a save of the group itself asks for is asked for here too. @throws 403 */
function requireRight({ actor }: Ctx, group: FixedGroup): void {
  const { right } = fixedGroups[group]
  if (right && !holds(actor, right)) throw forbidden(right)
}

/** Adds an item to a group. @throws 400, 403, 422 for one more than the group shows */
export async function saveGroupItem(ctx: Ctx, { group, ...item }: GroupItemForm): Promise<{ id: number }> {
  requireRight(ctx, group)
  checkWhole(group, item)
  const media = await readMedia(ctx)
  return changing(ctx, async (tx) => {
    if ((await items.countAll(tx, group)) >= MAX_ITEMS) throw new Refusal(`设置数据不能超过${MAX_ITEMS}条`)
    const before = await items.countShown(tx, group, 0)
    checkChange(group, before, before + Number(item.show))
    const [id = 0] = await items.insert(tx, group, [{ ...item, pic: media.toStored(item.pic) }])
    await keepPictures(tx, group)
    await audit(tx, { objectId: id, objectName: nameOf(group, item), after: await getGroupItem(tx, id) })
    return { id }
  })
}

const nameOf = (group: FixedGroup, { name }: { name: string }) => `${fixedGroups[group].title}「${name}」`

/** Changes an item. @throws 400, 403, 404, 422 for too few or too many that are shown */
export async function updateGroupItem(ctx: Ctx, { id, ...item }: GroupItemChange): Promise<{ id: number }> {
  const media = await readMedia(ctx)
  return changing(ctx, async (tx) => {
    const row = await requireItem(tx, id)
    const { group } = row
    requireRight(tx, group)
    checkWhole(group, item)
    const others = await items.countShown(tx, group, id)
    checkChange(group, others + Number(row.show), others + Number(item.show))
    const before = describe(row, media)
    await items.update(tx, id, { ...item, pic: media.toStored(item.pic) })
    await keepPictures(tx, group)
    await audit(tx, { objectId: id, objectName: nameOf(group, item), before, after: await getGroupItem(tx, id) })
    return { id }
  })
}

/** Takes an item away. @throws 403, 404, 422 for too few that would be left */
export async function removeGroupItem(ctx: Ctx, id: number): Promise<Record<never, never>> {
  const media = await readMedia(ctx)
  return changing(ctx, async (tx) => {
    const row = await requireItem(tx, id)
    requireRight(tx, row.group)
    const others = await items.countShown(tx, row.group, id)
    checkChange(row.group, others + Number(row.show), others)
    await items.remove(tx, id)
    await keepPictures(tx, row.group)
    const before = describe(row, media)
    await audit(tx, { action: 'delete', objectId: id, objectName: nameOf(row.group, row), before })
    return {}
  })
}
