// `npm start` and `npm run demo`: plain JavaScript, so that a Node too old for the server can say so.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const NEEDED = 24
const ownNode = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))

stopWithParent()

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  // Reuses what an earlier start compiled.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
  const server = await build().catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
  await import(process.argv.includes('--demo') ? server.demo : server.main)
  // Now and not at the end: by then a server has compiled more than a start needs, or was killed.
  module.flushCompileCache()
} else if (existsSync(ownNode) && realpathSync(ownNode) !== realpathSync(process.execPath)) {
  console.log(
    `当前的 Node.js 是 ${process.version}，掌柜需要 ${NEEDED} 或更新的版本：改用 node_modules 里自带的 Node.js。`,
  )
  restartWith(ownNode)
} else {
  console.error(
    [
      `当前的 Node.js 是 ${process.version}，掌柜需要 ${NEEDED} 或更新的版本。`,
      '依赖包 node 会带来合适的版本，但它的安装脚本没有运行。请依次运行：',
      '  npm install-scripts approve node',
      '  npm rebuild node',
      '然后再次运行 npm start。',
    ].join('\n'),
  )
  process.exitCode = 1
}

/** Builds the console and the server, if their sources changed. Returns the files to import. */
async function build() {
  const { buildWeb } = await import('./build/build-web.ts')
  const { buildServer } = await import('./build/build-server.ts')
  await buildWeb()
  return buildServer()
}

/** @param {string} node */
function restartWith(node) {
  const env = { ...process.env, ZHANGGUI_STARTED_BY: String(process.pid) }
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends the signal to both; the child decides when to exit.
  process.on('SIGINT', () => {})
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

/**
 * Ends the server with npm, or with the older Node that started it: killed, neither can pass a signal on. Started directly, from
 * a shell, the server outlives it.
 */
function stopWithParent() {
  const parent = process.ppid
  const isKept = process.env.ZHANGGUI_STARTED_BY === String(parent) || 'npm_lifecycle_event' in process.env
  if (!isKept) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    console.error('启动它的进程已结束，服务器随之停止。')
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  timer.unref()
}
