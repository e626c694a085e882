// `npm run dev`: server and web, both reloading; vite prints the console's port.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './run.ts'

const server = [
  'node',
  ['--watch-path=server/src', '--watch-path=contract/src', '--watch-path=domain/src', 'server/src/main.ts'],
  root,
] as const
const web = ['vite', [], join(root, 'web')] as const

const children = [server, web].map(([command, args, cwd]) =>
  spawn(command, args, { cwd, stdio: 'inherit', env: { NODE_ENV: 'development', ...process.env } }),
)
for (const child of children) child.on('exit', () => children.forEach((other) => void other.kill()))
for (const signal of ['SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => children.forEach((child) => void child.kill(signal)))
