import { isDeepStrictEqual } from 'node:util'
import type { EditedMenu, MenuDraft, MenuPublication } from '@zhanggui/contract/wechat/wechat-menu.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { faultOfMenu, isMenuKind, type MenuItem, menuKinds, tidyMenu, type WechatMenu } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { callWechat, readWechat } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'
import { type PlatformMenu, readPlatformMenu } from './platform-menu.ts'
import * as menus from './wechat-menu.repository.ts'

const OBJECT = 'wechat-menu'
const NAME = '公众号菜单'
const labels = { items: '菜单' }
/** Longer than the platform is waited for, repeats included: a process that dies blocks the menu no longer than that. */
const TURN_MS = 120_000
const none: WechatMenu = { button: [] }

/**
 * The menu as staff edit it: the shop's own, else, or when asked to, what the platform has.
 * @throws 422, 502, 504 when the platform was asked for and does not tell it
 */
export async function getMenu(ctx: Ctx, refresh = false): Promise<EditedMenu> {
  const row = await menus.find(ctx)
  const published = row?.published ?? null
  const { routine_appid: routineAppid, site_url: siteUrl } = await getSettings(ctx)
  const shared = {
    version: row?.version ?? 0,
    published,
    publishTime: wireTime(row?.publishTime ?? null),
    publishBy: row?.publisher ?? '',
    clicks: await menus.countClicks(ctx),
    routineAppid,
    siteUrl: siteUrl.replace(/\/$/, ''),
  }
  if (row && !refresh)
    return { ...shared, menu: row.draft, dirty: !isSame(row.draft, published ?? none), source: 'shop', notes: [] }
  const { menu, notes } = await readPlatform(ctx).catch((error: unknown): PlatformMenu => {
    // A shop without an account yet can write its menu all the same.
    if (refresh || !(error instanceof HttpError)) throw error
    return { menu: none, notes: [`没有读到公众平台上的菜单：${error.message}`] }
  })
  const source = menu.button.length ? 'platform' : 'none'
  return { ...shared, menu, dirty: refresh && !isSame(menu, published ?? none), source, notes }
}

/** Keeps the menu without publishing it. @throws 400; 409 for another version, or while it is being published */
export function saveMenuDraft(ctx: Ctx, { menu, version }: MenuDraft): Promise<Saved> {
  const draft = tidyMenu(menu)
  refuseFault(draft, true)
  return inTransaction(ctx, (tx) => keepDraft(tx, draft, version))
}

/**
 * Publishes the menu, then stores it: what the platform refuses is not stored as published.
 * @throws 400; 409 for another version, or while somebody else publishes; 422, 429, 502, 504 from the platform
 */
export async function publishMenu(ctx: Ctx, { menu, version }: MenuDraft): Promise<Saved> {
  const draft = tidyMenu(menu)
  refuseFault(draft, false)
  const turn = await takeTurn(ctx, draft, version)
  return tellPlatform(ctx, turn, {
    ask: async () =>
      callWechat(await getWechatAccount(ctx, 'wechat'), '/cgi-bin/menu/create', draft, undefined, {
        isRepeatable: true,
      }),
    store: async (tx, row) => {
      await menus.note(tx, 'publish', draft)
      await audit(tx, { ...told(row), action: 'publish', before: shown(row.published), after: shown(draft) })
      const live = { published: draft, publishTime: tx.now(), publishBy: tx.actor.userId }
      return menus.update(tx, row.id, { draft, ...live, busyUntil: null })
    },
  })
}

/** Takes the menu off the account; the draft stays. @throws as {@link publishMenu} */
export async function removeMenu(ctx: Ctx): Promise<Record<never, never>> {
  const row = await menus.find(ctx)
  const turn = await takeTurn(ctx, row ? row.draft : (await readPlatform(ctx)).menu)
  await tellPlatform(ctx, turn, {
    ask: async () => readWechat(await getWechatAccount(ctx, 'wechat'), '/cgi-bin/menu/delete'),
    store: async (tx, { id, draft, published }) => {
      await menus.note(tx, 'delete', published ?? draft)
      await audit(tx, { ...told({ id }), action: 'delete', before: shown(published ?? draft) })
      return menus.update(tx, id, { published: null, publishTime: null, publishBy: null, busyUntil: null })
    },
  })
  return {}
}

/** What was published and deleted, newest first. */
export async function listPublications(ctx: Ctx): Promise<{ list: MenuPublication[] }> {
  const rows = await menus.listLogs(ctx)
  return {
    list: rows.map(({ id, kind, menu, createBy, createdAt }) => ({
      id,
      kind,
      menu,
      createBy,
      createTime: toWireTime(createdAt),
    })),
  }
}

/** Makes a menu that was published the draft. @throws 404; 409 for another version, or while it is being published */
export function restoreMenu(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const past = await menus.findLog(tx, id)
    if (!past) throw notFound('发布记录')
    return keepDraft(tx, past.menu, version)
  })
}

async function keepDraft(tx: Ctx, draft: WechatMenu, version: number): Promise<Saved> {
  const row = await menus.lock(tx)
  if (!row) {
    const added = version === 0 ? await menus.insert(tx, { draft }) : undefined
    if (!added) throw versionConflict(await current(tx))
    await audit(tx, { ...told(added), after: shown(draft) })
    return { id: added.id, version: added.version }
  }
  if (row.version !== version) throw versionConflict(await current(tx))
  if (row.busyUntil && row.busyUntil > tx.now()) throw publishing()
  await audit(tx, { ...told(row), before: shown(row.draft), after: shown(draft) })
  return menus.update(tx, row.id, { draft })
}

type Turn = { id: number; until: Date }

/** Takes the turn to tell the platform. @param draft kept where nobody has kept a menu yet */
async function takeTurn(ctx: Ctx, draft: WechatMenu, version?: number): Promise<Turn> {
  const until = new Date(ctx.now().getTime() + TURN_MS)
  return inTransaction(ctx, async (tx) => {
    const row = (await menus.lock(tx)) ?? (version ? undefined : await menus.insert(tx, { draft }))
    if (!row || (version !== undefined && row.version !== version)) throw versionConflict(await current(tx))
    if (!(await menus.takeTurn(tx, row.id, until))) throw publishing()
    return { id: row.id, until }
  })
}

type Telling = { ask: () => Promise<unknown>; store: (tx: Ctx, row: menus.MenuRow) => Promise<Saved> }

/** Tells the platform outside of any transaction, and stores it if the turn is still held. */
async function tellPlatform(ctx: Ctx, { id, until }: Turn, { ask, store }: Telling): Promise<Saved> {
  try {
    await ask()
  } catch (error) {
    await menus.endTurn(ctx, id, until)
    return refuseWechat(error)
  }
  return inTransaction(ctx, async (tx) => {
    const row = await menus.lock(tx)
    if (row?.busyUntil?.getTime() !== until.getTime())
      throw stateConflict('微信答复太慢，期间有人再次发布，请重新读取菜单核对')
    return store(tx, row)
  })
}

async function readPlatform(ctx: Ctx): Promise<PlatformMenu> {
  const account = await getWechatAccount(ctx, 'wechat')
  const answer = await readWechat(account, '/cgi-bin/get_current_selfmenu_info').catch(refuseWechat)
  return readPlatformMenu(answer)
}

function refuseFault(menu: WechatMenu, isDraft: boolean): void {
  const fault = faultOfMenu(menu, { isDraft })
  if (fault) throw new BadInput(fault.message, fault.field)
}

const publishing = () => stateConflict('菜单正在发布，请稍候再试')
const isSame = (one: WechatMenu, other: WechatMenu) => isDeepStrictEqual(tidyMenu(one), tidyMenu(other))
const told = ({ id }: { id: number }) => ({ objectType: OBJECT, objectId: id, objectName: NAME, labels })

async function current(tx: Ctx) {
  const row = await menus.find(tx)
  return { menu: row?.draft ?? none, version: row?.version ?? 0 }
}

/** A menu in the audit trail: a line for each item. */
function shown(menu: WechatMenu | null): { items: string[] } {
  const line = (item: MenuItem, above = '') => {
    const { name, type = '', key, url, pagepath, media_id: media, article_id: article } = item
    const does = isMenuKind(type) ? menuKinds[type] : '没有动作'
    return `${above}${name}：${does} ${pagepath ?? key ?? url ?? media ?? article ?? ''}`.trim()
  }
  return {
    items: (menu ?? none).button.flatMap((each) =>
      each.sub_button?.length ? each.sub_button.map((item) => line(item, `${each.name} › `)) : [line(each)],
    ),
  }
}
