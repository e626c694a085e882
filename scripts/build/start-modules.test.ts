import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRecord, readStart } from './record-start-modules.ts'
import { addedAtStart, startModules } from './start-modules.ts'

function write(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'zhanggui-modules-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), code)
  }
  return root
}

/** Assembled, so that these files are not taken for imports of this one. */
const later = (file: string) => `import(${JSON.stringify(file)})`

test('a start reads no more modules than are recorded', () => {
  expect(addedAtStart(readStart(), readRecord())).toBeUndefined()
})

test('a start reads what its entry imports, also later, and what that imports at once', () => {
  const root = write({
    'server/src/main.ts': `import './start.ts'\nawait ${later('./shop.ts')}\n`,
    'server/src/start.ts': `import { join } from 'node:path'\nimport type { Shop } from './types.ts'\nawait ${later('./app.ts')}\n`,
    'server/src/app.ts': `import Fastify from 'fastify'\nconst draw = () => ${later('sharp')}\n`,
    'server/src/shop.ts': `import './start.ts'\nconst fill = () => ${later('./demo.ts')}\n`,
  })
  expect([...startModules(root, 'server/src/main.ts', ['server/src/start.ts']).keys()]).toEqual([
    ...['server/src/main.ts', 'server/src/start.ts', 'server/src/shop.ts', 'server/src/app.ts', 'fastify'],
  ])
})

test('what was added to a start is named with its importer, and what to do', () => {
  const read = new Map([
    ['server/src/app.ts', 'server/src/main.ts'],
    ['sharp', 'server/src/app.ts'],
  ])
  expect(addedAtStart(read, ['server/src/app.ts', 'gone'])).toBe(
    [
      'A start now reads 1 more modules:',
      '  sharp, imported by server/src/app.ts',
      'Import with its first use what is not needed to listen: await import(…). If all is needed: npm run start-modules.',
    ].join('\n'),
  )
})
