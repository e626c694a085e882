/** Where components stand, from top to bottom; those of `float` lie over the page. */
export const zones = ['top', 'flow', 'copyright', 'bottom', 'float'] as const
export type Zone = (typeof zones)[number]
