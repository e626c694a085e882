import styles from './rich-html.module.css'

/** The few elements that could do more than display; the server has already removed them. */
const dangerous = 'script, style, iframe, object, embed, form, input, button, link, meta, base, svg, math, template'

/**
 * Draws rich text sanitised by the server's allow-list. It also removes everything that could run or load something, so
 * that it does not rely on the server.
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
