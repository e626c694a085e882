import { valuesOf } from './component.ts'
import type { Image } from './fields.ts'
import { componentsOf, type Page } from './page.ts'
import { isObject } from './values.ts'

export type ShareCard = { title: string; desc: string; image: string }

/**
 * The card of a shared page: what staff gave it; else its title and its first picture; else those of the shop.
 * @param usual the shop's own card
 */
export function shareCardOf(page: Page, usual: ShareCard): ShareCard {
  const { title, desc, image } = page.share
  return {
    title: title || page.settings.pageTitle || usual.title,
    desc: desc || usual.desc,
    image: image?.url || usual.image || firstPicture(page),
  }
}

/** The first picture that a page shows, as its thumbnail; '' for a page without one. */
export function firstPicture(page: Page): string {
  const shown = componentsOf(page).filter(({ isShow }) => isShow)
  return firstPictureIn(shown.map(valuesOf))
}

/** The first picture among the values of components; '' where none has one. */
export function firstPictureIn(components: readonly { props: unknown }[]): string {
  for (const { props } of components) {
    const found = pictureIn(props)
    if (found) return found
  }
  return ''
}

const isImage = (value: object): value is Image => 'url' in value && 'alt' in value

function pictureIn(value: unknown): string {
  if (!isObject(value)) return ''
  if (isImage(value)) return value.url
  for (const inner of Object.values(value)) {
    const found = pictureIn(inner)
    if (found) return found
  }
  return ''
}
