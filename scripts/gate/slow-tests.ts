export type TimedTest = { seconds: number; file: string; title: string }

/** The part of Vitest's JSON report that is read here. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[]
}

type Suite = {
  title: string
  file: string
  specs: { title: string; tests: { results: { duration: number }[] }[] }[]
  suites?: Suite[]
}

/** The part of Playwright's JSON report that is read here. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: Suite[]
}

/** @param root the folder that paths are shortened by */
export function unitTests({ testResults }: VitestReport, root: string): TimedTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      seconds: (duration ?? 0) / 1000,
      file: name.replace(root, ''),
      title: fullName.trim(),
    })),
  )
}

/** All attempts of a journey together, as the run waits for each. */
export function journeys({ suites }: Pick<PlaywrightReport, 'suites'>): TimedTest[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.map(({ title, tests }) => {
      const attempts = tests.flatMap(({ results }) => results)
      return { seconds: attempts.reduce((sum, { duration }) => sum + duration, 0) / 1000, file, title }
    }),
    ...journeys({ suites: inner }),
  ])
}

/** The slowest tests, a line each, and what they take of all. */
export function slowest(tests: readonly TimedTest[], count: number): string[] {
  const first = tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
  const sum = (some: readonly TimedTest[]) => some.reduce((total, { seconds }) => total + seconds, 0).toFixed(0)
  return [
    `the slowest ${first.length} of ${tests.length} take ${sum(first)} of ${sum(tests)} s, added up over all workers`,
    ...first.map(({ seconds, file, title }) => `${seconds.toFixed(1).padStart(7)} s  ${file}: ${title}`),
  ]
}
