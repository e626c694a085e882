import sharp from 'sharp'
import type { Shop } from '../../shop.ts'

/** The ids that the calls before answered, by the names of their routes. */
export type Ids = Record<string, number>
export type Call = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  body?: unknown
  file?: [name: string, content: Buffer, part?: string]
}
export type Walk = (ids: Ids, shop: Shop) => Call | Promise<Call>

/** The calls of staff in one area that change something. */
export type AreaWalk = {
  /** What is called, in this order, by the name of its route: each changes something and must leave a row in the trail. */
  walks: Record<string, Walk>
  /** Calls that are not walked, and why that is well; of a test, the file that looks at the trail. */
  elsewhere: Record<string, string>
}

export function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}
