import { createElement, Fragment, type ReactNode } from 'react'

const plainTags = ['b', 'i', 'em', 'strong', 'span'] as const

/**
 * Draws HTML that may contain a few harmless tags, `a b i em strong span br`: other elements are reduced to their text.
 * The server has sanitised it already; this does not rely on it.
 */
export function SafeHtml({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return draw(body)
}

function draw(parent: Node): ReactNode {
  return createElement(Fragment, null, ...Array.from(parent.childNodes, drawNode))
}

function drawNode(node: Node): ReactNode {
  if (node instanceof Text) return node.data
  return node instanceof HTMLElement ? drawElement(node) : null
}

function drawElement(element: HTMLElement): ReactNode {
  if (element instanceof HTMLBRElement) return <br />
  if (element instanceof HTMLScriptElement || element instanceof HTMLStyleElement) return null
  if (element instanceof HTMLAnchorElement) {
    const web = /^https?:\/\//i.test(element.href)
    return web ? (
      <a href={element.href} target={element.target || undefined} rel="noopener noreferrer">
        {draw(element)}
      </a>
    ) : (
      draw(element)
    )
  }
  const Tag = plainTags.find((tag) => tag === element.localName)
  return Tag ? <Tag>{draw(element)}</Tag> : draw(element)
}
