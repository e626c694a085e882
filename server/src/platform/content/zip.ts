import yauzl, { type Entry, type ZipFile } from 'yauzl'

const MAX_ENTRIES = 2000

/** A zip file whose parts are read as streams. */
export type Zip = {
  entries: ReadonlyMap<string, Entry>
  /** The text of a part, in pieces; empty if there is no such part. */
  read(name: string): AsyncGenerator<string, void>
}

/**
 * Opens a zip file for the time of some work.
 * @throws for files that are not a zip, or have more parts than any office document
 */
export async function withZip<Result>(path: string, work: (zip: Zip) => Promise<Result>): Promise<Result> {
  const file = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    if (file.entryCount > MAX_ENTRIES) throw new Error('too many parts')
    const entries = new Map<string, Entry>()
    for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry)
    return await work({ entries, read: (name) => readPart(file, entries.get(name)) })
  } finally {
    file.close()
  }
}

async function* readPart(file: ZipFile, entry: Entry | undefined): AsyncGenerator<string, void> {
  if (!entry) return
  const decoder = new TextDecoder()
  for await (const chunk of await file.openReadStreamPromise(entry))
    yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}
