/**
 * The position of a tab's context menu.
 * @param bar left edge and width of the tabs bar, in px
 * @returns `left` relative to the bar, `top` relative to the viewport, in px
 */
export function contextMenuPosition(at: { clientX: number; clientY: number; bar: { left: number; width: number } }): {
  left: number
  top: number
} {
  const maxLeft = at.bar.width - 105
  return { left: Math.min(at.clientX - at.bar.left + 15, Math.max(maxLeft, 0)), top: at.clientY }
}

/** How far the bar scrolls for one wheel event, in px. */
export function wheelScroll(delta: number): number {
  return delta / 4
}

/**
 * The scroll position that fully shows the active tab, with its neighbours 4px apart.
 * @param tabs left edge (from the start of the strip) and width of each, in px
 * @param view the visible part of the strip, in px
 */
export function scrollToTab(
  tabs: readonly { left: number; width: number }[],
  active: number,
  view: { scrollLeft: number; width: number; max: number },
): number {
  if (active === 0) return 0
  if (active === tabs.length - 1) return view.max
  const [before, chosen, after] = tabs.slice(active - 1, active + 2)
  if (!before || !chosen || !after) return view.scrollLeft
  const mostRight = before.left - 4
  const leastRight = after.left + after.width + 4 - view.width
  const shown = view.scrollLeft < leastRight ? leastRight : Math.min(view.scrollLeft, mostRight)
  // In a bar too narrow for three tabs the active one has priority over its neighbours.
  return Math.min(Math.max(Math.min(shown, chosen.left), 0), view.max)
}
