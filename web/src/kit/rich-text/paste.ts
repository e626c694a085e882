/** Styles that say the same as a tag. */
const tagsOfStyles: readonly (readonly [name: string, value: RegExp, tag: string])[] = [
  ['font-weight', /^(bold|[6-9]00)$/, 'strong'],
  ['font-style', /^italic$/, 'em'],
  ['text-decoration', /underline/, 'u'],
  ['text-decoration', /line-through/, 's'],
]

/** Rich text copied from a document or a web page, without its looks and without pictures that cannot be shown here. */
export function cleanPasted(html: string): string {
  // From an editor like this one.
  if (html.includes('data-pm-slice')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) tidyStyle(element)
  for (const picture of body.querySelectorAll('img')) if (!isShown(picture.getAttribute('src') ?? '')) picture.remove()
  return body.innerHTML
}

/** Keeps what the style means and drops how it looks. */
function tidyStyle(element: HTMLElement) {
  const { style } = element
  const align = style.textAlign
  const tags = tagsOfStyles.filter(([name, value]) => value.test(style.getPropertyValue(name))).map(([, , tag]) => tag)
  // Google Docs puts the whole text into one such element.
  const isNoBold = element.localName === 'b' && /^(normal|[1-5]00)$/.test(style.fontWeight)
  element.removeAttribute('style')
  if (align) element.setAttribute('style', `text-align: ${align}`)
  for (const tag of tags) {
    const wrapped = element.ownerDocument.createElement(tag)
    wrapped.append(...element.childNodes)
    element.append(wrapped)
  }
  if (isNoBold) element.replaceWith(...element.childNodes)
}

/** Whether rich text holds a picture and no word: the browser gives both when a picture is copied. */
export function isPictureAlone(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return !body.textContent.trim()
}

/** Documents copy pictures as addresses on their author's disk, or whole. */
function isShown(address: string): boolean {
  return /^https?:\/\/|^\/(?!\/)/i.test(address)
}

/**
 * The address a link leads to, as far as the server lets it pass.
 * @returns undefined when what was typed is none
 */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim()
  if (/^(https?:\/\/|mailto:|tel:)\S+$/i.test(text) || /^\/(?!\/)\S*$/.test(text)) return text
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text)) return `https://${text}`
  return undefined
}
