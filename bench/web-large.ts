import type { Page } from '@playwright/test'
import pg from 'pg'
import { findRunningPostgres } from '../server/src/platform/data/embedded/embedded-postgres.ts'
import type { Measure } from './measure.ts'

const PICTURES = 5000
const STYLES = 60
const SIZES = 10
const SLOW = '4× slower'

/** Measures how large data feels: a product of 600 SKUs in its form, 5,000 pictures in the media library. */
export async function timeLarge(page: Page, url: string, folder: string): Promise<Measure[]> {
  return [...(await timeSheet(page, url)), ...(await timePictures(page, url, folder))]
}

async function timeSheet(page: Page, url: string): Promise<Measure[]> {
  await page.goto(`${url}/product/edit/${await addLarge(page)}`)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.locator('[data-field="price"][data-row="0"]').waitFor()
  const strokes = await timeKeys(page, '[data-field="price"][data-row="3"]', [...'1234567890.12'])
  const down = await timeKeys(page, '[data-field="otPrice"][data-row="0"]', Array(60).fill('ArrowDown'))
  return [
    { what: `600 SKUs, a character into a cell, ${SLOW}, median`, value: middle(strokes), unit: 'ms', budget: '≤ 50' },
    {
      what: `600 SKUs, a character into a cell, ${SLOW}, longest`,
      value: Math.max(...strokes),
      unit: 'ms',
      budget: '',
    },
    { what: `600 SKUs, arrow down, ${SLOW}, median`, value: middle(down), unit: 'ms', budget: '≤ 50' },
  ]
}

/** Stores a product of 600 SKUs through the page's session. Returns its id. */
function addLarge(page: Page): Promise<number> {
  return page.evaluate(
    async ({ styles, sizes }) => {
      const token = /ADMIN-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const known = await (await fetch('/admin/store/product/list?type=1&limit=1', { headers })).json()
      const [{ image, cateIds, tempId }] = known.list
      const first = Array.from({ length: styles }, (_, n) => `款${n}`)
      const second = Array.from({ length: sizes }, (_, n) => `码${n}`)
      const draft = {
        image,
        sliderImage: [image],
        storeName: '大规格商品',
        cateIds,
        tempId,
        unitName: '件',
        specType: true,
        attr: [
          { attrName: '款式', attrValues: first },
          { attrName: '尺码', attrValues: second },
        ],
        attrValue: first.flatMap((style) =>
          second.map((size) => ({ attrValue: { 款式: style, 尺码: size }, price: 9.9, stock: 5 })),
        ),
      }
      const saved = await fetch('/admin/store/product/save', { method: 'POST', headers, body: JSON.stringify(draft) })
      if (!saved.ok) throw new Error(await saved.text())
      return (await saved.json()).id as number
    },
    { styles: STYLES, sizes: SIZES },
  )
}

/** Presses keys in a cell. Returns for each the milliseconds from the key to the next frame. */
async function timeKeys(page: Page, cell: string, keys: readonly string[]): Promise<number[]> {
  await page.locator(cell).click()
  await page.evaluate(() => {
    const times: number[] = []
    const note = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => setTimeout(() => times.push(Math.round(performance.now() - timeStamp))))
    document.addEventListener('keydown', note, true)
    Object.assign(window, { keyTimes: times })
  })
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(60)
  }
  return page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
}

async function timePictures(page: Page, url: string, folder: string): Promise<Measure[]> {
  await addPictures(folder)
  await page.goto(`${url}/design/material`)
  await page.locator('img').first().waitFor()
  const frames = await scrollThrough(page)
  return [
    {
      what: `${PICTURES} pictures scrolled through, ${SLOW}, a picture of the screen, median`,
      value: middle(frames),
      unit: 'ms',
      budget: '≤ 34',
      note: `longest ${Math.max(...frames)} ms, ${frames.length} of them`,
    },
  ]
}

/** Adds rows to the media library that reuse the demo's pictures. */
async function addPictures(folder: string): Promise<void> {
  const running = await findRunningPostgres(folder)
  if (!running) throw new Error('the demo has no database')
  const owner = new pg.Client(running.ownerUrl)
  await owner.connect()
  try {
    const { rows } = await owner.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
        where table_name = 'file' and table_schema = 'public' and column_name <> 'id' and is_generated = 'NEVER'`,
    )
    const columns = rows[0]?.columns
    await owner.query(
      `insert into file (${columns}) select ${columns} from (select * from file where in_library and thumb_path is not null limit 50) as shown,
        generate_series(1, ${PICTURES / 50})`,
    )
  } finally {
    await owner.end()
  }
}

/** Scrolls by wheel as a hand does, to the end or for eight seconds. Returns the milliseconds between frames. */
async function scrollThrough(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const next = (now: number) => {
      frames.push(Math.round(now - last))
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { frames })
  })
  const box = await page.locator('img').nth(8).boundingBox()
  await page.mouse.move((box?.x ?? 700) + 10, (box?.y ?? 500) + 10)
  for (let n = 0; n < 200; n++) {
    await page.mouse.wheel(0, 160)
    await page.waitForTimeout(30)
  }
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames)
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
