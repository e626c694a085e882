// `npm run start-modules`: records what a start reads; start-modules.test.ts compares with it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import { type StartModules, startModules } from './start-modules.ts'

const record = join(root, 'scripts/build/start-modules.txt')

export function readStart(): StartModules {
  return startModules(root, 'server/src/main.ts', ['server/src/start.ts'])
}

export function readRecord(): string[] {
  return readFileSync(record, 'utf8').split('\n')
}

if (import.meta.main) writeFileSync(record, `${[...readStart().keys()].sort().join('\n')}\n`)
