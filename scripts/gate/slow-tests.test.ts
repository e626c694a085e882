import { expect, test } from 'vitest'
import { journeys, slowest, unitTests } from './slow-tests.ts'

test('the slowest tests are listed first, with their seconds and their share of all', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 0,
    testResults: [
      {
        name: '/shop/domain/src/split.test.ts',
        assertionResults: [
          { fullName: ' quick', duration: 10 },
          { fullName: 'skipped', duration: null },
        ],
      },
      { name: '/shop/server/src/pay.test.ts', assertionResults: [{ fullName: 'slow', duration: 2500 }] },
    ],
  }
  expect(slowest(unitTests(report, '/shop/'), 2)).toEqual([
    'the slowest 2 of 3 take 3 of 3 s, added up over all workers',
    '    2.5 s  server/src/pay.test.ts: slow',
    '    0.0 s  domain/src/split.test.ts: quick',
  ])
})

test('a journey counts with all its attempts, also within a group', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const group = { title: 'group', file: 'a.spec.ts', specs: [spec('inner', 1000)] }
  const suites = [{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [spec('outer', 1000, 3000)], suites: [group] }]
  expect(journeys({ suites })).toEqual([
    { seconds: 4, file: 'a.spec.ts', title: 'outer' },
    { seconds: 1, file: 'a.spec.ts', title: 'inner' },
  ])
})
