import styles from './rich-html.module.css'

/** The few elements that could do more than show something; the server has removed them before. */
const dangerous = 'script, style, iframe, object, embed, form, input, button, link, meta, base, svg, math, template'

/**
 * Draws rich text that the server has cleaned by its allow-list. This cleans it once more, of what could run or load
 * something, and does not rely on that.
 */
export function RichHtml({ html }: { html: string }) {
  return <div className={styles.text} ref={(element) => element?.replaceChildren(...cleanAgain(html))} />
}

function cleanAgain(html: string): ChildNode[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(dangerous)) element.remove()
  for (const element of body.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes])
      if (name.startsWith('on') || /^\s*(javascript|data|vbscript):/i.test(value)) element.removeAttribute(name)
  for (const link of body.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  return [...body.childNodes]
}
