import { sourceOf } from '@zhanggui/page-kit/parts/look.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import { firstPictureIn } from '@zhanggui/page-kit/share.ts'
import { escapeHtml } from '../../../platform/http/page/html-page.ts'

// The first picture of a document, where the storefront's screen will draw it in a moment: seen as soon as it is there, and not only once
// scripts have run. The screen replaces it. Styles are attributes, as the policy of documents wants them.

type Component = { type: string; props: unknown; box: unknown }
type Carousel = { style: string; height: number; radius: number; slides: readonly { image: { url: string } }[] }
type Settings = { pageShow?: boolean | undefined }
type Box = { gap: number; side: number; top: number }

/** Height of the bar with the title of a page, and of the search field's at its top. */
const TITLE_BAR = 44
const SEARCH_BAR = 48
/** How wide slides, and galleries, ask for their pictures. */
const WIDE = 390

/** The first picture that a screen draws, as it asks for it, and how it is drawn until then; '' where nobody knows where it stands. */
export type FirstPicture = { picture: string; frame: string }

/** Of what is sold: a square at the top, as wide as the screen. @param isFirst false where something else stands before it */
export function firstOfGoods(url: string, isFirst = true): FirstPicture {
  const picture = sourceOf(url, WIDE)
  return { picture, frame: picture && isFirst ? image(picture, 'width:100%;aspect-ratio:1') : '' }
}

/** Of a decorated page. Its place is known where the page begins with slides, below its title, a search field or nothing. */
export function firstOfPage({ pageShow }: Settings, components: readonly Component[]): FirstPicture {
  const zoneOf = ({ type }: Component) => definitionOf(type)?.zone
  const above = components.filter((each) => zoneOf(each) === 'top')
  const slides = components.find((each) => zoneOf(each) === 'flow')
  const { style, height, radius, slides: [first] = [] } = (slides?.props ?? {}) as Partial<Carousel>
  const isKnown = style !== 'stack' && above.every(({ type }) => type === 'searchBar')
  if (slides?.type !== 'carousel' || !first?.image.url || !isKnown)
    return { picture: sourceOf(firstPictureIn(components), WIDE), frame: '' }
  const picture = sourceOf(first.image.url, WIDE)
  const { gap, side, top } = slides.box as Box
  const down = (pageShow ? TITLE_BAR : 0) + above.length * SEARCH_BAR + gap + top
  const place = `width:calc(100% - ${2 * side}px);height:${height}px;margin:${down}px ${side}px 0;border-radius:${radius}px`
  return { picture, frame: image(picture, place) }
}

// In a box of its own: its margin would move the whole body down, and the screen that replaces it would jump back up.
const image = (picture: string, style: string) =>
  `<div style="display:flow-root"><img src="${escapeHtml(picture)}" alt="" fetchpriority="high" style="display:block;object-fit:cover;${style}" /></div>`
