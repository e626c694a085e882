/** How long a page may take to draw what is looked for, ms. */
const PATIENCE_MS = 8000
const LOOK_MS = 100

/**
 * Brings a field or button into view by what it is called, and gives it the focus, as soon as the page shows it.
 * @param opens the button is pressed too: it opens the form where the step is done
 */
export function leadTo(name: string, opens = false): void {
  // The page that is left may have a button of that name.
  const before = findNamed(name)
  const until = performance.now() + PATIENCE_MS
  const timer = setInterval(() => {
    const named = findNamed(name)
    const found = named === before ? undefined : named
    if (found || performance.now() > until) clearInterval(timer)
    found?.scrollIntoView?.({ block: 'center' })
    found?.focus({ focusVisible: true } as FocusOptions)
    if (opens) found?.click()
  }, LOOK_MS)
}

/** The field with that label, or the button with that text, on the page that is shown. */
export function findNamed(shown: string): HTMLElement | undefined {
  const name = packed(shown)
  const isShown = (element: HTMLElement) => element.checkVisibility?.() ?? true
  const label = all<HTMLLabelElement>('label').find(
    (each) => packed(each.textContent).startsWith(name) && isShown(each),
  )
  const field = label && fieldOf(label)
  if (field) return field
  return all<HTMLButtonElement>('button').find(
    (each) => packed(each.getAttribute('aria-label') ?? each.textContent) === name && isShown(each),
  )
}

function fieldOf(label: HTMLLabelElement): HTMLElement | undefined {
  const named = label.htmlFor ? document.getElementById(label.htmlFor) : null
  // A picture or a group of choices has no single input: its first control takes the focus.
  const first = label.closest('.ant-form-item')?.querySelector<HTMLElement>('button, input, [tabindex="0"]')
  return (named?.matches('input, textarea, button, [tabindex]') ? named : first) ?? undefined
}

const all = <Found extends HTMLElement>(selector: string) => [
  ...document.querySelectorAll<Found>(`main ${selector}, [role="dialog"] ${selector}`),
]
/** Buttons of two characters are drawn with a space between them. */
const packed = (text: string | null) => (text ?? '').replace(/\s/g, '')
