import type { frontPages, ServedPage } from '@zhanggui/contract/decor/front-page.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { componentsOf, dealt, keysOf, type Page, settingFields } from '@zhanggui/page-kit/page.ts'
import type { Channel, Shown } from '@zhanggui/page-kit/rule.ts'
import { shownOf } from '@zhanggui/page-kit/rule.ts'
import { shareCardOf } from '@zhanggui/page-kit/share.ts'
import { filled, isObject } from '@zhanggui/page-kit/values.ts'
import { type Ctx, withContext } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { readMember } from '../../product/window/window.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { getTabBar, getTheme } from '../layout/layout.service.ts'
import { servedPages } from '../layout/served-pages.service.ts'
import { findDefault } from '../page/page.repository.ts'
import { openPass } from '../page/page-preview.service.ts'
import { countEvents } from '../page/page-stat.service.ts'
import { pageOf, toWire } from '../page-facts/page-document.service.ts'
import { withBlocks } from '../page-facts/page-facts.service.ts'
import { isOwnData, resolveAll } from '../resolvers/resolve.service.ts'
import type { Asked, ComponentData } from '../resolvers/resolver.ts'
import { readViewer } from '../resolvers/user.service.ts'
import * as fronts from './front-page.repository.ts'

const gone = () => new HttpError(404, 'NOT_FOUND', '页面不存在或已下线')
const HOME = 2
const USER_CENTRE = 4

/** A page as it was published, or as a pass shows it, ready to be shown to anybody. */
type Live = {
  id: number
  publishedNo: number | null
  terminal: number
  type: number
  isDefault: boolean
  offlineAt: Date | null
  page: Page
  isPreview: boolean
}

const channelTerminals: Record<string, 1 | 2 | 3> = { routine: 1, wechat: 2, h5: 2, app: 3 }

/** Who asks: as the query says, else the client's header, else the channel in which the buyer signed in. */
function terminalOf({ origin, shopper }: Ctx, asked: number | undefined): 1 | 2 | 3 {
  if (asked === 1 || asked === 2 || asked === 3) return asked
  return channelTerminals[origin.channel ?? ''] ?? channelTerminals[shopper?.channel ?? ''] ?? 3
}
const channels: Record<1 | 2 | 3, Channel> = { 1: 'routine', 2: 'h5', 3: 'app' }

/** A page as the caller sees it; for 0 the home. @throws 404 */
export async function getServedPage(ctx: Ctx, { params, query }: RouteInput<typeof frontPages.info>) {
  const terminal = terminalOf(ctx, query.terminal)
  return serve(ctx, await findLive(ctx, params.id, terminal, query.preview, HOME), terminal)
}

/** The user centre as the caller sees it. @throws 404 */
export async function getUserCentre(ctx: Ctx, { query }: Pick<RouteInput<typeof frontPages.userCenter>, 'query'>) {
  const terminal = terminalOf(ctx, query.terminal)
  return serve(ctx, await findLive(ctx, 0, terminal, query.preview, USER_CENTRE), terminal)
}

async function findLive(
  ctx: Ctx,
  id: number,
  terminal: 1 | 2 | 3,
  pass: string | undefined,
  type = HOME,
): Promise<Live> {
  if (pass) return openPreview(ctx, id, pass)
  const wanted = id || (await findHome(ctx, terminal, type))
  const live = wanted ? await readLive(ctx, wanted) : undefined
  // Where its own end has come and the clock has not.
  if (!live || (live.offlineAt && live.offlineAt <= ctx.now() && !live.isDefault)) throw gone()
  if (live.terminal !== 3 && live.terminal !== terminal) throw gone()
  return live
}

/** The channel's own home or user centre, else that of all of them. */
async function findHome(ctx: Ctx, terminal: number, type: number): Promise<number> {
  const kept = servedPages(ctx)
  return (await kept.get(`home ${terminal} ${type}`, async () => {
    const own = terminal === 3 ? undefined : await findDefault(ctx, terminal, type)
    return own ?? (await findDefault(ctx, 3, type)) ?? 0
  })) as number
}

async function readLive(ctx: Ctx, id: number): Promise<Live | undefined> {
  return (await servedPages(ctx).get(`page ${id}`, async (): Promise<Live | undefined> => {
    const row = await fronts.findLive(ctx, id)
    if (!row) return undefined
    const { publishedNo, terminal, type, isDefault, offlineAt } = row
    return {
      id,
      publishedNo,
      terminal,
      type,
      isDefault,
      offlineAt,
      page: await prepared(ctx, pageOf(row, row)),
      isPreview: false,
    }
  })) as Live | undefined
}

async function openPreview(ctx: Ctx, asked: number, pass: string): Promise<Live> {
  const { id, page, isDefault } = await openPass(ctx, asked, pass)
  const { terminal, type } = page
  return {
    id,
    publishedNo: null,
    terminal,
    type,
    isDefault,
    offlineAt: null,
    page: await prepared(ctx, page),
    isPreview: true,
  }
}

/** A page with what its blocks hold, its files by their addresses and its rich text cleaned once more. */
async function prepared(ctx: Ctx, page: Page): Promise<Page> {
  const components = await withBlocks(ctx, componentsOf(page))
  const whole = { ...page, value: dealt(keysOf(page.value), components) }
  return toWire(ctx, whole)
}

/** What is the same for all callers with the same answers to the rules of a page. */
type Made = { shown: Served[]; nextChangeAt: Date | undefined; personal: boolean }
type Served = Shown & { data?: ComponentData }
/** What all visitors of a channel are answered, until the moment at which they see something else. */
type Common = { answer: ServedPage; until: Date | undefined }

async function serve(ctx: Ctx, live: Live, terminal: 1 | 2 | 3): Promise<ServedPage> {
  const asked: Asked = { channel: channels[terminal] }
  if (live.isPreview || ctx.shopper) return (await compose(ctx, live, asked)).answer
  const key = `visitors ${live.id} ${live.publishedNo} ${asked.channel}`
  const read = async () => (await servedPages(ctx).get(key, () => compose(ctx, live, asked))) as Common
  const { answer, until } = await read()
  if (!until || until > ctx.now()) return answer
  servedPages(ctx).dropHere(key)
  return (await read()).answer
}

/** @returns the same object again is sent without being written again; `serverTime` is set as it leaves */
async function compose(ctx: Ctx, live: Live, asked: Asked): Promise<Common> {
  const made = await makeShown(ctx, live, asked)
  const components = ctx.shopper ? await withOwn(ctx, made.shown, asked) : made.shown
  const { settings } = live.page
  const next = [made.nextChangeAt, live.offlineAt ?? undefined].filter((at) => at !== undefined)
  const [nextChangeAt = null] = next.sort((one, other) => one.getTime() - other.getTime())
  const answer = {
    id: live.id,
    publishedNo: live.publishedNo,
    type: live.type,
    isDefault: live.isDefault,
    settings: { ...filled(settingFields, settings), pageTitle: await titleOf(ctx, live) },
    componentsData: components.map((each) => each as typeof each & { data?: Record<string, unknown> }),
    share: shareCardOf(live.page, await getShare(ctx)),
    theme: await getTheme(ctx),
    tabBar: (await getTabBar(ctx)).items,
    nextChangeAt: wireTime(nextChangeAt),
    personal: made.personal,
    serverTime: toWireTime(ctx.now()),
  }
  return { answer, until: made.nextChangeAt }
}

async function titleOf(ctx: Ctx, { page, isDefault, type }: Live): Promise<string> {
  if (page.settings.pageTitle) return page.settings.pageTitle
  if (isDefault) return type === USER_CENTRE ? '我的' : '首页'
  return (await getSettings(ctx)).site_name
}

/** The card of screens that have none of their own. */
export async function getShare(ctx: Ctx) {
  const settings = await getSettings(ctx)
  const media = await readMedia(ctx)
  return {
    title: settings.wechat_share_title || settings.seo_title || settings.site_name,
    desc: settings.wechat_share_synopsis,
    image: media.toWire(settings.wechat_share_img),
  }
}

/**
 * The components that the caller sees, with the data that are the same for everybody like them: kept under the page, its version, who
 * may see what, what members find and pay, and the moment at which that changes. What is a buyer's own is not in it.
 */
async function makeShown(ctx: Ctx, live: Live, asked: Asked): Promise<Made> {
  const viewer = await readViewer(ctx)
  const { components, nextChangeAt, personal } = shownOf(live.page, { viewer, channel: asked.channel, now: ctx.now() })
  const make = async (): Promise<Made> => {
    const visiting = withContext(ctx, { shopper: undefined })
    const [own, common] = [components.filter(isOwnData), components.filter((each) => !isOwnData(each))]
    const data = new Map([...(await resolveAll(ctx, common, asked)), ...(await resolveAll(visiting, own, asked))])
    return {
      shown: components.map((each) => withData(withoutHtml(each), data.get(each.id))),
      nextChangeAt,
      personal: isPersonal,
    }
  }
  const isPersonal = personal || components.some(isOwnData)
  // Of visitors the whole answer is kept.
  if (live.isPreview || !ctx.shopper) return make()
  const member = await readMember(ctx)
  const who = JSON.stringify([
    ...[live.id, live.publishedNo, asked.channel, member.finds, member.discount ?? 0, nextChangeAt?.getTime() ?? 0],
    components.map(({ id }) => id).join(),
  ])
  return (await servedPages(ctx).get(`shown ${who}`, make)) as Made
}

const withData = (component: Shown, data: ComponentData | undefined): Served =>
  data ? { ...component, data } : component

/** Rich text is in the data, cleaned; never as it is stored. */
const withoutHtml = (component: Shown): Shown =>
  'html' in component.props ? { ...component, props: { ...component.props, html: '' } } : component

/** What is the calling buyer's own, in place of what visitors see. */
async function withOwn(ctx: Ctx, shown: readonly Served[], asked: Asked): Promise<Served[]> {
  const own = shown.filter(isOwnData)
  if (!own.length) return [...shown]
  const data = await resolveAll(ctx, own, asked)
  return shown.map((each) => (isOwnData(each) ? withData(each, data.get(each.id)) : each))
}

/** The next page of a component's data, or of another tab. @throws 404 for a component that the caller no longer sees */
export async function getMore(ctx: Ctx, { body }: Pick<RouteInput<typeof frontPages.data>, 'body'>) {
  const { pageId, componentId, terminal: asking, preview, ...wish } = body
  const terminal = terminalOf(ctx, asking)
  const live = await findLive(ctx, pageId, terminal, preview)
  const asked: Asked = { channel: channels[terminal], ...wish }
  const viewer = await readViewer(ctx)
  const { components } = shownOf(live.page, { viewer, channel: asked.channel, now: ctx.now() })
  const component = components.find(({ id }) => id === componentId)
  const data = component && (await resolveAll(ctx, [component], asked)).get(componentId)
  if (!isObject(data)) throw gone()
  return { data }
}

/** Counts what a device saw and tapped of a page that is live, and of its components; anything else is passed over. */
export async function trackPage(ctx: Ctx, { body }: Pick<RouteInput<typeof frontPages.track>, 'body'>) {
  const live = await readLive(ctx, body.pageId)
  if (!live) return {}
  // Each id that is counted has a row a day, so invented ones would fill the table.
  const known = new Set(componentsOf(live.page).map(({ id }) => id))
  const items = body.items.filter(({ componentId }) => !componentId || known.has(componentId))
  countEvents(ctx, body.pageId, items)
  return {}
}
