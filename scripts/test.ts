// `npm test`: everything .ci/run checks, cheapest first; stops at the first failing step. With `-- --slow` it lists the slowest tests.
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServer } from './build/build-server.ts'
import { buildWeb } from './build/build-web.ts'
import { findBrowser } from './find-browser.ts'
import { measureProcessorTime, type ProcessorTime } from './gate/processor-time.ts'
import { journeys, type PlaywrightReport, slowest, unitTests, type VitestReport } from './gate/slow-tests.ts'
import { root, run } from './run.ts'

const SLOWEST = 40

const results = {
  unit: join(tmpdir(), `zhanggui-${process.pid}-unit.json`),
  e2e: join(tmpdir(), `zhanggui-${process.pid}-e2e.json`),
}

const steps: [name: string, work: () => Promise<number>][] = [
  ['check', () => run('node', ['scripts/check.ts'])],
  [
    'build',
    async () => {
      await buildWeb()
      // Servers that tests start are the bundle.
      process.env.TEST_BUNDLE = JSON.stringify(await buildServer())
      return 0
    },
  ],
  [
    'unit and API tests',
    () => run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results.unit}`]),
  ],
  [
    'browser journeys',
    async () =>
      run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
        CHROME_PATH: await findBrowser(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: results.e2e,
      }),
  ],
]

const started = Date.now()
const processors = measureProcessorTime()
/** Per step, so that a budget can be read. */
const spent: { name: string; seconds: number; took: ProcessorTime }[] = []
let failedStep: string | undefined
for (const [name, work] of steps) {
  console.log(`\n== ${name}`)
  const [begun, before] = [Date.now(), processors?.read()]
  const code = await work()
  const after = processors?.read()
  if (before && after) {
    const took = { user: after.user - before.user, system: after.system - before.system }
    spent.push({ name, seconds: (Date.now() - begun) / 1000, took })
  }
  if (code !== 0) {
    failedStep = name
    break
  }
}
processors?.stop()
const unit = await readJson<VitestReport>(results.unit)
const browser = await readJson<PlaywrightReport>(results.e2e)
const e2e = browser?.stats
// A journey that passes on its second attempt (CI only) counts as passed; Playwright's report names it as flaky.
const passed = (unit?.numPassedTests ?? 0) + (e2e ? e2e.expected + e2e.flaky : 0)
const failed = (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0)
if (process.argv.includes('--slow')) {
  if (unit) print('slowest unit and API tests', slowest(unitTests(unit, root), SLOWEST))
  if (browser) print('slowest browser journeys', slowest(journeys(browser), SLOWEST))
}
if (spent.length) print('processor time, of all processes that were started', spent.map(describeSpent))
console.log(
  `\n${failedStep ? `failed at: ${failedStep}` : 'all steps passed'}, ${Math.round((Date.now() - started) / 1000)} s${total(spent)}`,
)
if (e2e?.flaky) console.log(`${e2e.flaky} journeys passed only at their second try: mend them`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failedStep ? 1 : 0)

function print(title: string, lines: readonly string[]): void {
  console.log(`\n== ${title}\n${lines.join('\n')}`)
}

function describeSpent({ name, seconds, took }: (typeof spent)[number]): string {
  const [user, system, sum] = [took.user, took.system, took.user + took.system].map((each) => each.toFixed(0))
  return `${name}: ${sum} s (user ${user}, system ${system}) in ${seconds.toFixed(0)} s`
}

function total(steps: typeof spent): string {
  if (!steps.length) return ''
  const sum = steps.reduce((seconds, { took }) => seconds + took.user + took.system, 0)
  return `, processor time ${(sum / 60).toFixed(1)} minutes`
}

async function readJson<Result>(file: string): Promise<Result | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text ? (JSON.parse(text) as Result) : undefined
}
