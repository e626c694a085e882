import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { root } from '../run.ts'

const folder = join(root, 'server/migrations')

test('each migration has its file, and only the newest its snapshot', () => {
  const journal = readFileSync(join(folder, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] }
  const tags = entries.map(({ tag }) => tag)
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(files.sort()).toEqual(tags.map((tag) => `${tag}.sql`))
  const newest = tags.at(-1)?.split('_', 1)[0]
  expect(readdirSync(join(folder, 'meta')).sort()).toEqual([`${newest}_snapshot.json`, '_journal.json'])
})

test('every column of the tables is in the newest snapshot, and no other: a migration is not forgotten', async () => {
  const [newest = ''] = readdirSync(join(folder, 'meta')).filter((name) => name.endsWith('_snapshot.json'))
  const { tables } = JSON.parse(readFileSync(join(folder, 'meta', newest), 'utf8')) as {
    tables: Record<string, { name: string; columns: Record<string, unknown> }>
  }
  const modules = globSync('server/src/**/*.tables.ts', { cwd: root }).map(
    (path) => import(/* @vite-ignore */ join(root, path)) as Promise<Record<string, unknown>>,
  )
  const found = (await Promise.all(modules)).flatMap((each) => Object.values(each)).filter((each) => is(each, PgTable))
  const declared = new Set(
    found.flatMap((table) =>
      getTableConfig(table).columns.map(({ name }) => `${getTableName(table)}.${inSnake(name)}`),
    ),
  )
  const migrated = new Set(
    Object.values(tables).flatMap(({ name, columns }) => Object.keys(columns).map((column) => `${name}.${column}`)),
  )
  const differing = [...declared.symmetricDifference(migrated)].sort()
  expect(differing, 'npm run migrations -- --name <what for> writes the migration').toEqual([])
})

/** As drizzle-kit names a column. */
const inSnake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
