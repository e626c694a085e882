/** Keeps room for the page's scrollbar where scrollbars take room, so that long and short pages are equally wide. */
export function keepScrollGutter(): void {
  const probe = document.createElement('div')
  Object.assign(probe.style, { position: 'absolute', visibility: 'hidden', width: '50px', overflow: 'scroll' })
  document.body.append(probe)
  document.documentElement.toggleAttribute('data-scroll-gutter', probe.offsetWidth > probe.clientWidth)
  probe.remove()
}
