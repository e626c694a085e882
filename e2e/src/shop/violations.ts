import axe from 'axe-core'
import type { Page } from './journey.ts'

declare global {
  interface Window {
    axe?: typeof axe
    /** How often text of each look was measured in this document. */
    measuredLooks?: Map<string, number>
    /** Whether menu and header of this document were checked. */
    isFrameChecked?: boolean
  }
}

export type Violation = { id: string; impact: string; at: string[] }

/**
 * Runs axe over what a page shows. In one document menu and header are checked once, and so is the contrast of text that
 * looks the same: neither changes with the page.
 * @param rules `colours` leaves out what does not depend on the theme
 * @returns what is serious or critical
 */
export async function findViolations(page: Page, rules: 'all' | 'colours'): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (structureToo) => {
    if (!window.axe) throw new Error('axe is not there')
    // A list of all that is well takes three quarters of the time.
    const options: axe.RunOptions = { resultTypes: ['violations'] }
    const contrast = 'color-contrast'
    const texts = textOfEachLook()
    const found = texts.length ? [await window.axe.run({ include: texts }, { ...options, runOnly: [contrast] })] : []
    if (structureToo) {
      const exclude = window.isFrameChecked ? ['nav[aria-label="主菜单"]', '[data-device] > div > header'] : []
      found.push(await window.axe.run({ exclude }, { ...options, rules: { [contrast]: { enabled: false } } }))
      window.isFrameChecked = document.querySelector('nav[aria-label="主菜单"]') !== null
    }
    return found
      .flatMap(({ violations }) => violations)
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, impact, nodes }) => ({ id, impact: `${impact}`, at: nodes.map(({ html }) => html.slice(0, 200)) }))

    /**
     * Texts and controls, three of each look in a document: text of one colour and size on the same backgrounds has one
     * contrast, in the first row of a table as in the twentieth, and measuring it is by far the slowest rule.
     */
    function textOfEachLook(): Element[] {
      const shown = [...document.body.querySelectorAll('*')].filter(
        (element) => hasTextOfItsOwn(element) && element.checkVisibility({ visibilityProperty: true }),
      )
      const backgrounds = new Map<Element, string>()
      const measured = window.measuredLooks ?? new Map<string, number>()
      window.measuredLooks = measured
      return [...Map.groupBy(shown, look)].flatMap(([key, alike]) => {
        const before = measured.get(key) ?? 0
        const chosen = alike.slice(0, Math.max(0, 3 - before))
        measured.set(key, before + chosen.length)
        return chosen
      })

      function look(element: Element): string {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
        const isDisabled = element.closest('[disabled], [aria-disabled=true]') !== null
        const name = `${element.tagName}.${element.getAttribute('class')}`
        return [name, color, fontSize, fontWeight, textShadow, isDisabled, behind(element)].join()
      }

      function behind(element: Element | null): string {
        if (!element) return ''
        const known = backgrounds.get(element)
        if (known !== undefined) return known
        const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element)
        const own = [backgroundColor, backgroundImage, opacity, filter].join()
        // Named too: what looks alike in one appearance may differ in the other.
        const all = own === 'rgba(0, 0, 0, 0),none,1,none' ? '' : `${own},${element.getAttribute('class')};`
        const stack = behind(element.parentElement) + all
        backgrounds.set(element, stack)
        return stack
      }
    }

    function hasTextOfItsOwn(element: Element): boolean {
      if (element.matches('input, select, textarea')) return true
      return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    }
  }, rules === 'all')
}
