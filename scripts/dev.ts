// `npm run dev`: server, console and storefront, all reloading; vite prints the ports of the last two.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './run.ts'

const server = [
  'node',
  [...['server', 'contract', 'page-kit', 'domain'].map((name) => `--watch-path=${name}/src`), 'server/src/main.ts'],
  root,
] as const
const web = ['vite', [], join(root, 'web')] as const
const h5 = ['vite', [], join(root, 'h5')] as const

const children = [server, web, h5].map(([command, args, cwd]) =>
  spawn(command, args, { cwd, stdio: 'inherit', env: { NODE_ENV: 'development', ...process.env } }),
)
for (const child of children) child.on('exit', () => children.forEach((other) => void other.kill()))
for (const signal of ['SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => children.forEach((child) => void child.kill(signal)))
