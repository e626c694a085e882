/** Styles equivalent to a tag. */
const tagsOfStyles: readonly (readonly [name: string, value: RegExp, tag: string])[] = [
  ['font-weight', /^(bold|[6-9]00)$/, 'strong'],
  ['font-style', /^italic$/, 'em'],
  ['text-decoration', /underline/, 'u'],
  ['text-decoration', /line-through/, 's'],
]

/** Rich text copied from a document or web page, without its styling and without pictures that cannot be shown here. */
export function cleanPasted(html: string): string {
  // Copied from an editor like this one.
  if (html.includes('data-pm-slice')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) tidyStyle(element)
  for (const picture of body.querySelectorAll('img')) if (!isShown(picture.getAttribute('src') ?? '')) picture.remove()
  return body.innerHTML
}

/** Keeps the meaning of styles and drops the styling. */
function tidyStyle(element: HTMLElement) {
  const { style } = element
  const align = style.textAlign
  const tags = tagsOfStyles.filter(([name, value]) => value.test(style.getPropertyValue(name))).map(([, , tag]) => tag)
  // Google Docs wraps the whole text in such an element.
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

/** Whether rich text consists of a picture without text: browsers provide both when a picture is copied. */
export function isPictureAlone(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return !body.textContent.trim()
}

/** Documents copy pictures as paths on their author's disk, or embedded. */
function isShown(address: string): boolean {
  return /^https?:\/\/|^\/(?!\/)/i.test(address)
}

/**
 * The URL of a link, if the server accepts it.
 * @returns undefined when the input is not an accepted URL
 */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim()
  if (/^(https?:\/\/|mailto:|tel:)\S+$/i.test(text) || /^\/(?!\/)\S*$/.test(text)) return text
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text)) return `https://${text}`
  return undefined
}
