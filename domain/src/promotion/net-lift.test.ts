import { expect, test } from 'vitest'
import { netLift } from './net-lift.ts'

const none = { fen: 0, costFen: 0 }

test.each([
  ['sells what was not sold before', { before: none, during: none }, { netFen: 500_00 - 300_00 }],
  [
    'only takes the place of usual sales at a lower price',
    { before: { fen: 700_00, costFen: 300_00 }, during: none },
    { fewerFen: 700_00, extraCostFen: 0, netFen: -200_00 },
  ],
  [
    'leaves usual sales as they were',
    { before: { fen: 700_00, costFen: 350_00 }, during: { fen: 700_00, costFen: 350_00 } },
    { fewerFen: 0, extraCostFen: 300_00, netFen: 200_00 },
  ],
  [
    'has its product sell more at the usual price, too',
    { before: { fen: 70_00, costFen: 35_00 }, during: { fen: 170_00, costFen: 85_00 } },
    { fewerFen: -100_00, extraCostFen: 350_00, netFen: 250_00 },
  ],
])('an activity of seven days that %s brought the margin that came on top', (_, given, expected) => {
  const activity = { fen: 500_00, costFen: 300_00 }
  expect(netLift({ days: 7, activity, giftsFen: 0, ...given })).toMatchObject(expected)
})

test('a shorter activity is compared with as many usual days, and what was given away counts against it', () => {
  const facts = { days: 2, activity: { fen: 100_00, costFen: 40_00 }, during: none, giftsFen: 5_00 }
  expect(netLift({ ...facts, before: { fen: 70_00, costFen: 35_00 } })).toEqual({
    soldFen: 100_00,
    fewerFen: 20_00,
    extraCostFen: 30_00,
    giftsFen: 5_00,
    netFen: 45_00,
  })
})
