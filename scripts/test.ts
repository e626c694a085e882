// `npm test`: everything .ci/run checks, cheapest first; stops at the first failing step.
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { findBrowser } from './find-browser.ts'
import { run } from './run.ts'

const results = {
  unit: join(tmpdir(), `zhanggui-${process.pid}-unit.json`),
  e2e: join(tmpdir(), `zhanggui-${process.pid}-e2e.json`),
}

const steps: [name: string, work: () => Promise<number>][] = [
  ['check', () => run('node', ['scripts/check.ts'])],
  [
    'unit and API tests',
    () => run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results.unit}`]),
  ],
  ['build', () => buildWeb().then(() => 0)],
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
let failedStep: string | undefined
for (const [name, work] of steps) {
  console.log(`\n== ${name}`)
  if ((await work()) !== 0) {
    failedStep = name
    break
  }
}
const unit = await readJson<{ numPassedTests: number; numFailedTests: number }>(results.unit)
const e2e = (await readJson<{ stats: { expected: number; unexpected: number; flaky: number } }>(results.e2e))?.stats
// A journey that passes on its second attempt (CI only) counts as passed; Playwright's report names it as flaky.
const passed = (unit?.numPassedTests ?? 0) + (e2e ? e2e.expected + e2e.flaky : 0)
const failed = (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0)
console.log(
  `\n${failedStep ? `failed at: ${failedStep}` : 'all steps passed'}, ${Math.round((Date.now() - started) / 1000)} s`,
)
if (e2e?.flaky) console.log(`${e2e.flaky} journeys passed only at their second try: mend them`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failedStep ? 1 : 0)

async function readJson<Result>(file: string): Promise<Result | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text ? (JSON.parse(text) as Result) : undefined
}
