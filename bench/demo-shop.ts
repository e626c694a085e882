import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../scripts/find-browser.ts'

const start = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url))
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type DemoShop = { url: string; folder: string; password: string; stop(): Promise<void> }

/** Measures something in Chromium over a demo shop of its own, which is gone afterwards. */
export async function overDemo<Result>(work: (browser: Browser, shop: DemoShop) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-bench-web-'))
  const shop = await startDemo(folder)
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  try {
    return await work(browser, shop)
  } finally {
    await browser.close()
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startDemo(folder: string): Promise<DemoShop> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    CAPTCHA_FIXED_CODE: '7',
    LOG_LEVEL: 'warn',
    PORT: '0',
    ZHANGGUI_DATA: folder,
  }
  const child = spawn(process.execPath, [start, '--demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const address = /(http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.on('exit', (code) => reject(new Error(`the demo ended with ${code}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, folder, password: await readFile(join(folder, 'demo-password'), 'utf8'), stop }
}
