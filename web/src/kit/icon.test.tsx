import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Icon, iconNames } from './icon.tsx'
import { mediaUrl } from './media/media-url.ts'

const seeds = join(import.meta.dirname, '../../../server/src/areas/staff/default-menu')

test('the set has every icon of the default menu, and one for each metric of the home page', () => {
  const source = readdirSync(seeds)
    .map((file) => readFileSync(join(seeds, file), 'utf8'))
    .join()
  const named = [...source.matchAll(/icon: '([^']+)'|directory\('[^']*', '[^']*', '([^']+)'/g)]
  const names = new Set(named.map(([, icon, directoryIcon]) => icon ?? directoryIcon))
  expect(names.size).toBeGreaterThan(50)
  expect([...names].filter((name) => !iconNames.includes(name ?? ''))).toEqual([])
  expect(iconNames.slice(-10)).toEqual([
    'total-user',
    'new-user',
    'member',
    'pay-member',
    'visitor',
    'purchase-amount',
    'cost-amount',
    'refund',
    'conversion-rate',
    'goods-price',
  ])
})

test.each(['nothing', '', undefined, 'constructor'])('the icon %s is drawn as a dot', (name) => {
  const { container } = render(<Icon name={name} />)
  expect(container.querySelector('circle[r="3.5"]')).not.toBeNull()
})

test.each([
  ['https://cdn.cn/a.png', '', 'https://cdn.cn/a.png'],
  ['//cdn.cn/a.png', 'https://m.cn', '//cdn.cn/a.png'],
  ['data:image/png;base64,AA', 'https://m.cn', 'data:image/png;base64,AA'],
  ['file/a.png', 'https://m.cn/', 'https://m.cn/file/a.png'],
  ['/file/a.png', '', '/file/a.png'],
  ['file/a.png', '', '/file/a.png'],
])('the media file %s of %s is at %s', (value, mediaDomain, address) => {
  expect(mediaUrl(value, mediaDomain)).toBe(address)
})
