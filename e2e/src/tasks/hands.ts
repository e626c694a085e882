import type { Locator, Page } from '@playwright/test'
import { expect } from '../shop/journey.ts'

/** What a task asks of the one who does it; the rules of counting stand in docs/tasks.md. */
export type Count = { clicks: number; entries: number; keys: number; waits: number }

/** A file as it lies on the clerk's computer. */
type Chosen = { name: string; mimeType: string; buffer: Buffer }

/** No control of the console is further away than this many Tabs. */
const FARTHEST = 400

/**
 * The hands and eyes of a clerk, counted. Every click is made by keys that are not counted, and only where a mouse would
 * press the same: it shows that either is enough.
 */
export class Hands {
  readonly count: Count = { clicks: 0, entries: 0, keys: 0, waits: 0 }
  /** What was waited for altogether, in milliseconds. */
  waited = 0
  readonly page: Page
  #lastAct = 0

  constructor(page: Page) {
    this.page = page
  }

  get acts(): number {
    return this.count.clicks + this.count.entries + this.count.keys
  }

  async click(target: Locator) {
    this.count.clicks++
    await inReach(target)
    await this.#clickByKeys(target)
    this.#lastAct = Date.now()
  }

  /** Types or pastes into what has the focus; what a scanner sends is an entry too. */
  async type(text: string) {
    this.count.entries++
    await expect.poll(() => this.#writes(), 'the focus stands in a field').toBe(true)
    await this.page.keyboard.insertText(text)
    this.#lastAct = Date.now()
  }

  /** Pastes cells copied from a sheet into the table that has the focus. */
  async paste(text: string) {
    this.count.entries++
    await this.page.evaluate((cells) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', cells)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
    this.#lastAct = Date.now()
  }

  async press(...keys: string[]) {
    for (const key of keys) {
      this.count.keys++
      await this.page.keyboard.press(key)
    }
    this.#lastAct = Date.now()
  }

  /** Clicks into a field and types: a click and an entry. */
  async fill(field: Locator, text: string) {
    await this.click(field)
    this.count.entries++
    await field.fill(text)
    this.#lastAct = Date.now()
  }

  /** Makes a number greater by one: the little arrow beside it, or the arrow key in it. */
  async more(row: Locator) {
    await inReach(row.getByRole('button', { name: '增加' }))
    await this.click(row.getByRole('spinbutton'))
    await this.page.keyboard.press('ArrowUp')
  }

  /** Chooses files in the window of the system that a click opens: a click and an entry. */
  async choose(opener: Locator, ...files: Chosen[]) {
    const chooser = this.page.waitForEvent('filechooser')
    await this.click(opener)
    this.count.entries++
    await (await chooser).setFiles(files)
    this.#lastAct = Date.now()
  }

  /** Waits for an answer of the server, without which nothing can be gone on with. */
  async wait(target: Locator) {
    this.count.waits++
    await this.see(target)
    this.waited += Date.now() - this.#lastAct
  }

  /** Looks, which counts nothing. */
  async see(target: Locator) {
    await expect(target).toBeVisible()
  }

  #writes(): Promise<boolean> {
    return this.page.evaluate(() => document.activeElement?.matches('input, textarea, [contenteditable=true]') ?? false)
  }

  /**
   * Tab or Shift+Tab until the target has the focus, arrows within a group that has one place for Tab, then the key that
   * presses it. A list of choices that is shut opens by an arrow. What has the focus must be seen to have it.
   */
  async #clickByKeys(target: Locator) {
    const { keyboard } = this.page
    let way = await nextKeys(target)
    for (let keys = 0; keys < FARTHEST && way; keys += way.times, way = await nextKeys(target))
      for (let times = 0; times < way.times; times++) {
        await keyboard.press(way.key)
        // No hand is quicker: a calendar that opens with the focus would not close again.
        await this.page.evaluate(drawnTwice)
      }
    expect(way, `a key leads to ${target}`).toBeUndefined()
    await expect.poll(() => this.page.evaluate(showsFocus), `the focus is seen at ${target}`).toBe(true)
    const pressed = await keyOf(target)
    if (pressed) await keyboard.press(pressed)
  }
}

const drawnTwice = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

/** Waits until a mouse could press the target: it is seen, can be used, and nothing lies over it. */
async function inReach(target: Locator) {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  await expect.poll(() => target.evaluate(isUnderMouse), `a mouse can press ${target}`).toBe(true)
}

function isUnderMouse(element: Element): boolean {
  const owner = element.closest('label') ?? element
  const isHit = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return owner.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  if (isHit()) return true
  element.scrollIntoView({ block: 'center', inline: 'center' })
  return isHit()
}

type Keys = { key: string; times: number }

/** The keys that bring the focus nearer to the target; undefined once it is there. */
const nextKeys = (target: Locator) =>
  target.evaluate((element): Keys | undefined => {
    const active = document.activeElement
    const marked = document.getElementById(active?.getAttribute('aria-activedescendant') ?? '')
    const owner = element.closest('label') ?? element
    if (owner === active || owner.contains(active) || owner === marked) return undefined

    // The choices of a select are drawn apart from the list that assistive technology reads.
    const dropdown = element.closest('.ant-select-dropdown')
    const listId = dropdown?.querySelector('[role=listbox]')?.id
    if (dropdown && active?.getAttribute('aria-controls') === listId)
      return owner.closest('.ant-select-item-option')?.classList.contains('ant-select-item-option-active')
        ? undefined
        : { key: 'ArrowDown', times: 1 }

    const group = element.closest('[role=menu], [role=listbox], [role=radiogroup], [role=tablist], [role=tree]')
    const isInGroup =
      group &&
      active &&
      !(active === group && group.role === 'radiogroup') &&
      (group.contains(active) || active.getAttribute('aria-controls') === group.id)
    if (isInGroup) {
      // What can be done with a find stands beside it, and Tab goes there.
      const isBeside = marked && marked !== group && marked.parentElement !== group
      return { key: isBeside && marked.parentElement?.contains(element) ? 'Tab' : 'ArrowDown', times: 1 }
    }
    // Tab in an open list of choices would choose.
    if (active?.matches('.ant-select [aria-expanded=true]')) return { key: 'Escape', times: 1 }
    const isAfter = (one: Element, other: Element) =>
      Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
    const isBehind = active && active !== document.body && isAfter(owner, active)
    const key = isBehind ? 'Shift+Tab' : 'Tab'
    // A menu that has just been opened is the next stop, wherever it stands in the document.
    if (!active || active === document.body || group) return { key, times: 1 }
    const [from, to] = isBehind ? [owner, active] : [active, owner]
    const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')]
    const between = stops.filter(
      (stop) =>
        stop.tabIndex >= 0 &&
        stop.checkVisibility() &&
        !stop.matches(':disabled') &&
        isAfter(from, stop) &&
        isAfter(stop, to),
    )
    // Some of them are no stops after all, such as the other buttons of a radio group.
    return { key, times: Math.max(1, Math.floor(between.length / 2)) }
  })

/** The key that presses what has the focus; undefined where one only writes. */
const keyOf = (target: Locator) =>
  target.evaluate((element) => {
    const active = document.activeElement
    if (element.closest('.ant-select-dropdown')) return 'Enter'
    if (active?.matches('[role=combobox][aria-expanded=false]')) return 'ArrowDown'
    if (element.matches('textarea, input:not([type=checkbox], [type=radio])')) return undefined
    const isTicked = (element.closest('label') ?? element).querySelector('[type=checkbox], [type=radio]')
    return isTicked || element.matches('[type=checkbox], [type=radio]') ? 'Space' : 'Enter'
  })

/**
 * Whether what has the focus is drawn so: a ring of 2 px around it or its frame, or in a list of choices the ground of the
 * marked one.
 */
function showsFocus(): boolean {
  const active = document.activeElement
  if (!active || active === document.body) return false
  if (active.hasAttribute('aria-activedescendant') || active.getAttribute('aria-expanded') === 'true') return true
  const frames = [active]
  for (let above = active.parentElement; above && frames.length < 7; above = above.parentElement) frames.push(above)
  return frames.some((frame) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(frame)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || /0px 0px 0px [12]px/.test(boxShadow)
  })
}
