import type { Page } from '@playwright/test'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { add } from '@zhanggui/page-kit/operations.ts'
import { emptyPage } from '@zhanggui/page-kit/page.ts'
import { type Measure, measure, median } from './measure.ts'

const COMPONENTS = 100
const STAMP = 1_767_225_600_000_000
const SLOW = '4× slower'
const MOVES = 120
/** Heads, lists, pictures and activities, as on a page of a festival; the first is the one that is dragged and typed into. */
const mix = [
  'titleBar',
  'goodsList',
  'iconNav',
  'seckill',
  'titleBar',
  'coupons',
  'goodsList',
  'spacer',
  'combination',
  'imageText',
]

/** Measures how a page of a hundred components feels in the designer: the first drawing, dragging, and typing in its panel. */
export async function timeDesigner(page: Page, url: string): Promise<Measure[]> {
  const id = await addPage(page)
  const opened = performance.now()
  await page.goto(`${url}/design/editor/${id}?type=edit`, { waitUntil: 'commit' })
  await page
    .locator('[data-component]')
    .nth(COMPONENTS - 1)
    .waitFor({ state: 'attached' })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const drawn = Math.round(performance.now() - opened)
  // The live data of a hundred components arrive and are drawn.
  await page.waitForLoadState('networkidle')
  const typing = await timeTyping(page)
  const { lift, frames } = await timeDrag(page)
  const of = `a page of ${COMPONENTS} components, ${SLOW}`
  const frame = median(frames)
  return [
    measure(`${of}: drawn first, with its scripts`, drawn, 'ms', '≤ 3000', drawn <= 3000),
    measure(`${of}: longest block while typing`, typing, 'ms', '≤ 50', typing <= 50),
    measure(`${of}: the lift`, lift, 'ms', '≤ 150', lift <= 150),
    measure(
      `${of}: a frame of a drag, median`,
      frame,
      'ms',
      '≤ 32',
      frame <= 32,
      `longest ${Math.max(...frames)} ms of ${frames.length}`,
    ),
  ]
}

/** Stores the page through the session of the browser. Returns its id. */
async function addPage(page: Page): Promise<number> {
  let made = emptyPage(2)
  for (let index = 0; index < COMPONENTS; index++) {
    const type = mix[index % mix.length] ?? 'titleBar'
    const preset = type === 'goodsList' ? { preset: { props: { source: 'newest' } } } : {}
    made = add(made, { type, stamp: STAMP + index * 1000, ...preset }).page
  }
  const body = { name: `一百个组件${Date.now()}`, terminal: 3, type: 2, value: made.value }
  return page.evaluate(
    async ({ path, draft }) => {
      const token = /ADMIN-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const saved = await fetch(path, { method: 'POST', headers, body: JSON.stringify(draft) })
      if (!saved.ok) throw new Error(await saved.text())
      return (await saved.json()).id as number
    },
    { path: decorPage.save.path, draft: body },
  )
}

/** Types a heading. Returns the longest task meanwhile. */
async function timeTyping(page: Page): Promise<number> {
  await page.locator('[data-component]').first().click()
  const field = page.getByRole('complementary', { name: '设置' }).getByRole('textbox', { name: '标题', exact: true })
  await field.click()
  await page.evaluate(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
    Object.assign(window, { typingTasks: tasks })
  })
  await field.pressSequentially('zhanggui', { delay: 80 })
  const tasks = await page.evaluate(() => (window as unknown as { typingTasks: number[] }).typingTasks)
  return Math.round(Math.max(0, ...tasks))
}

/** Drags the first component over the canvas and back. Returns the frame of the lift, and all that follow, in milliseconds. */
async function timeDrag(page: Page): Promise<{ lift: number; frames: number[] }> {
  const box = await page.locator('[data-component]').first().boundingBox()
  if (!box) throw new Error('nothing to drag')
  const [x, y] = [box.x + 60, box.y + 12]
  await page.mouse.move(x, y)
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const note = (now: number) => {
      frames.push(Math.round(now - last))
      last = now
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(window, { dragFrames: frames })
  })
  const frames = () => page.evaluate(() => (window as unknown as { dragFrames: number[] }).dragFrames.splice(0))
  await page.mouse.down()
  await frames()
  await page.mouse.move(x + 8, y + 8)
  await page.waitForTimeout(400)
  const lift = Math.max(...(await frames()))
  for (let step = 0; step < MOVES; step++) await page.mouse.move(x + 10, y + 8 + Math.abs((step % 60) - 30) * 8)
  const moved = await frames()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return { lift, frames: moved }
}
