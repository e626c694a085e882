import {
  nextTurn,
  resolveStyle,
  type StyleTable,
  type StyleType,
  tableOf,
} from '@zhanggui/domain/promotion/activity-style.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { readLevels } from '../../product/category/category.service.ts'
import type { CardPart, CardProduct } from '../../product/window/window.service.ts'
import * as styles from './activity-style.repository.ts'

type OpenStyle = styles.OpenStyle
/** The styles that run from one moment until the next one at which some begins or is over. */
type Running = { table: StyleTable<OpenStyle>; from: Date; until: Date | undefined }
/** Finds the picture of a style of a type for a product; undefined for none. */
type Dressing = (type: StyleType, product: CardProduct) => string | undefined

const FRAME = 0
const STRIP = 1

/** The frames of cards, and frame and strip of the page of a product. */
export const styleCards: CardPart = {
  async ofCards(ctx, products) {
    const dress = await readDressing(ctx)
    const framed = products.flatMap((product): [number, { activityStyle: string }][] => {
      const frame = dress?.(FRAME, product)
      return frame ? [[product.id, { activityStyle: frame }]] : []
    })
    return new Map(framed)
  },
  async ofDetail(ctx, product) {
    const dress = await readDressing(ctx)
    return { activityStyle: dress?.(FRAME, product) ?? null, atmosphere: dress?.(STRIP, product) ?? null }
  },
}

/** Drops what is known of the open styles, here and, when the transaction commits, in every process. */
export const dropStyles = (tx: Ctx): Promise<void> => cacheOf(tx).drop(tx.db)

/** Forgets it here, after the commit of a change. */
export const forgetStyles = (ctx: Ctx): void => cacheOf(ctx).dropHere()

const cacheOf = ({ platform }: Ctx) => platform.caches.named<readonly OpenStyle[]>('activity-styles', { max: 1 })

/** How products are dressed now, for any number of them; undefined while no style is open. */
async function readDressing(ctx: Ctx): Promise<Dressing | undefined> {
  const open = await cacheOf(ctx).get('open', () => styles.listOpen(ctx))
  if (!open.length) return undefined
  const table = runningOf(open, ctx.now())
  const levelsOf = await readLevels(ctx)
  const media = await readMedia(ctx)
  return (type, { id, cateIds }) => {
    const found = resolveStyle(table, type, { id, levels: levelsOf(cateIds) })
    return found && media.toWire(found.style)
  }
}

/** Built once for each list of open styles, and rebuilt when one of them begins or ends. */
const built = new WeakMap<readonly OpenStyle[], Running>()

function runningOf(open: readonly OpenStyle[], now: Date): StyleTable<OpenStyle> {
  const known = built.get(open)
  if (known && known.from <= now && (!known.until || now < known.until)) return known.table
  const table = tableOf(open, now)
  built.set(open, { table, from: now, until: nextTurn(open, now) })
  return table
}
