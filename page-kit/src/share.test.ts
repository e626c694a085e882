import { expect, test } from 'vitest'
import { emptyPage, type Page } from './page.ts'
import { isEndless } from './placement.ts'
import { firstPicture, shareCardOf } from './share.ts'
import { plain } from './testing/pages.fixture.ts'

const picture = (url: string) => ({ url, alt: '', w: 1, h: 1 })
const carousel = plain('carousel', { slides: [{ title: '空' }, { image: picture('/file/a.png') }] })
const page: Page = { ...emptyPage(), value: { [carousel.id.slice(1)]: carousel } }
const usual = { title: '掌柜好物', desc: '好物不贵', image: '/file/shop.png' }

test('a shared page says what staff gave it, else its title, else what the shop says', () => {
  expect(shareCardOf(page, usual)).toEqual(usual)
  expect(shareCardOf({ ...page, settings: { pageTitle: '首页' } }, usual).title).toBe('首页')
  const share = { title: '双十二', desc: '', image: picture('/file/b.png') }
  expect(shareCardOf({ ...page, share }, usual)).toEqual({ title: '双十二', desc: '好物不贵', image: '/file/b.png' })
  expect(shareCardOf(page, { ...usual, image: '' }).image).toBe('/file/a.png')
})

test('the thumbnail is the first picture that is shown', () => {
  expect(firstPicture(page)).toBe('/file/a.png')
  expect(firstPicture({ ...page, value: { [carousel.id.slice(1)]: { ...carousel, isShow: false } } })).toBe('')
})

test('a list goes on without end only where nothing but the copyright follows it', () => {
  const [list, bar, copyright, title] = ['goodsList', 'tabBar', 'copyright', 'titleBar'].map((type) => plain(type))
  if (!list || !bar || !copyright || !title) throw new Error('a component is missing')
  expect(isEndless([title, list, copyright, bar], list.id)).toBe(true)
  expect(isEndless([list, title, copyright, bar], list.id)).toBe(false)
})
