import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { objectTitles } from '@zhanggui/contract/object-titles.ts'
import { expect, test } from 'vitest'
import { root } from '../run.ts'

/** What needs no word of its own: its name says it, or it is another object as buyers or a tool see it. */
const PLAIN = [
  ...['cache', 'error-log', 'database-monitor', 'database-session', 'backup', 'mail', 'sms', 'sms-template', 'email'],
  ...[
    'user-center',
    'online-user',
    'server',
    'api-doc',
    'reveal',
    'search',
    'storage',
    'export',
    'user-group',
    'user-tag',
  ],
  ...['front-sign-in', 'front-account', 'customer-centre', 'front-store', 'front-region', 'front-order'],
  ...[
    'front-shipment',
    'front-staff',
    'front-after-sales',
    'front-pay',
    'front-recharge',
    'pay-callback',
    'front-coupon',
    'front-express',
  ],
  ...[
    'front-order-coupon',
    'front-points',
    'front-article',
    'front-agreement',
    'order-print',
    'order-statistics',
    'order-note',
  ],
]

test('the glossary has every object of the contract, by its title or its word in the code', () => {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  const inCode = (object: string) => object.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const missing = Object.entries(objectTitles)
    .filter(([object, title]) => !glossary.includes(title) && !glossary.includes(`\`${inCode(object)}\``))
    .map(([object]) => object)
  expect(missing.toSorted(), 'a line in docs/glossary.md is missing, or one of PLAIN is not needed').toEqual(
    PLAIN.toSorted(),
  )
})
