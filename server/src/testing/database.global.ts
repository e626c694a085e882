import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/data/embedded-postgres.ts'
import { quickFolder } from './quick-folder.ts'
import { dropTemplates, makeTemplates, type Roles, type Templates } from './templates.ts'

export type TestDatabase = Roles & { templates: Templates }

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabase
  }
}

const PREFIX = 'zhanggui-test-'

/**
 * One PostgreSQL for a test run, in a folder of its own that goes with it; tests get at it by `inject('database')`.
 * TEST_DATABASE_URL names another to use instead, for both roles: it must be allowed to create databases.
 */
export default async function setUpDatabase(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const roles = { url: given, ownerUrl: given }
    const templates = await makeTemplates(roles)
    project.provide('database', { ...roles, templates })
    return () => dropTemplates(roles, templates)
  }
  const home = quickFolder()
  await removeLeftOvers(home)
  const folder = await mkdtemp(join(home, `${PREFIX}${process.pid}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { stop, ...database } = await startEmbeddedPostgres({ folder, throwaway: true })
    project.provide('database', { ...database, templates: await makeTemplates(database) })
    return () => stop().finally(remove)
  } catch (error) {
    await remove()
    throw error
  }
}

/** A test run that was killed could not clean up: its database is stopped and its folder removed by the next one. */
async function removeLeftOvers(home: string) {
  for (const name of await readdir(home)) {
    const pid = Number.parseInt(name.slice(PREFIX.length), 10)
    const folder = join(home, name)
    if (!name.startsWith(PREFIX) || isRunning(pid) || (await stat(folder)).uid !== process.getuid?.()) continue
    // Starting is what stops an orphan.
    const database = await startEmbeddedPostgres({ folder, throwaway: true })
    await database.stop()
    await rm(folder, { recursive: true })
  }
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
