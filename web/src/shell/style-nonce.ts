const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content

/**
 * Adds the page's nonce to every style element created by scripts. The component library takes a nonce for its
 * styles, but not for those that measure scrollbars and lock scrolling, which the browser would then refuse.
 */
export function nonceStyles(): void {
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (nonce && element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
