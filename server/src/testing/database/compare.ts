import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** One checksum per table and for the sequences. */
export async function checksums(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; kind: string }>(
    `select relname as name, relkind as kind from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p', 'S') and relpersistence = 'p' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name, kind } of rows) {
    const columns = kind === 'S' ? 'last_value, is_called' : '*'
    const sum = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row::text, '|' order by row::text collate "C")), '') as sum
        from (select ${columns} from "${name}") as row`,
    )
    sums[name] = sum.rows[0]?.sum ?? ''
  }
  await client.end()
  return sums
}

/** The files in a folder and its subfolders, with their content. */
export async function readFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = files.sort().map(async (file) => [file.slice(folder.length), await readFile(file, 'base64')])
  return Object.fromEntries(await Promise.all(read))
}
