import { useLayoutEffect } from 'react'
import { useSettings } from '../../kit/settings/settings.ts'

/**
 * Shifts differences that red-blind and green-blind people cannot see into blue, for the whole document (色弱模式). Greys
 * stay grey. The matrix corrects by the error of Machado's model of deuteranopia, as Fidaner does.
 */
const matrix = '1 0 0 0 0  0.163 0.725 0.112 0 0  0.455 -0.645 1.19 0 0  0 0 0 1 0'

export function ColourWeakness() {
  const on = useSettings((settings) => settings.colourWeak)
  useLayoutEffect(() => {
    if (!on) return
    const { style } = document.documentElement
    style.filter = 'url(#colour-weakness)'
    return () => {
      style.filter = ''
    }
  }, [on])
  if (!on) return null
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <filter id="colour-weakness" colorInterpolationFilters="linearRGB">
        <feColorMatrix values={matrix} />
      </filter>
    </svg>
  )
}
