import axe from 'axe-core'
import type { Page } from './journey.ts'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

export type Violation = { id: string; impact: string; at: string[] }

/**
 * Runs axe over what a page shows.
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
    const found = [await window.axe.run({ include: textOfEachLook() }, { ...options, runOnly: [contrast] })]
    if (structureToo)
      found.push(await window.axe.run(document, { ...options, rules: { [contrast]: { enabled: false } } }))
    return found
      .flatMap(({ violations }) => violations)
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, impact, nodes }) => ({ id, impact: `${impact}`, at: nodes.map(({ html }) => html.slice(0, 200)) }))

    /**
     * Texts and controls, three of each look: text of one colour and size on the same backgrounds has one contrast, in the
     * first row of a table as in the twentieth, and measuring it is by far the slowest rule.
     */
    function textOfEachLook(): Element[] {
      const shown = [...document.body.querySelectorAll('*')].filter(
        (element) => hasTextOfItsOwn(element) && element.checkVisibility({ visibilityProperty: true }),
      )
      const backgrounds = new Map<Element, string>()
      return [...Map.groupBy(shown, look).values()].flatMap((alike) => alike.slice(0, 3))

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
        const all = own === 'rgba(0, 0, 0, 0),none,1,none' ? '' : `${own};`
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
