import { existsSync } from 'node:fs'
import { platform } from 'node:os'
import { chromium } from '@playwright/test'
import { run } from './run.ts'

const usual = [
  // The headless shell is a fifth faster.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium for the browser journeys: CHROME_PATH, the machine's, or Playwright's own. If there is none, installs
 * one and prints a message.
 * @returns its path
 * @throws when none can be installed
 */
export async function findBrowser(): Promise<string> {
  const found = present()
  if (found) return found
  const isDebianRoot = platform() === 'linux' && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  if (isDebianRoot) {
    console.log('没有找到浏览器，正在安装 chromium（apt-get）…')
    await run('apt-get', ['update', '-qq'])
    const install = (browser: string) =>
      run('apt-get', ['install', '-y', '-qq', browser, 'fonts-noto-cjk'], { DEBIAN_FRONTEND: 'noninteractive' })
    // Not every Debian derivative has it.
    if ((await install('chromium-headless-shell')) !== 0) await install('chromium')
  } else {
    console.log('没有找到浏览器，正在安装 Playwright 的 chromium…')
    await run('playwright', ['install', 'chromium'])
  }
  const installed = present()
  if (!installed) throw new Error('没有可用的浏览器：请安装 Chromium，或用 CHROME_PATH 指出它的路径')
  return installed
}

function present(): string | undefined {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH && !existsSync(CHROME_PATH)) throw new Error(`CHROME_PATH 指向的 ${CHROME_PATH} 不存在`)
  return CHROME_PATH ?? [...usual, chromium.executablePath()].find((path) => path && existsSync(path))
}
