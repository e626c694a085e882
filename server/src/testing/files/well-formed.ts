import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { expect } from 'vitest'
import { withZip } from '../../platform/content/zip.ts'

/** Reads every part of a workbook with a strict parser, as other programs do. */
export async function expectWellFormed(book: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-book-'))
  try {
    const path = join(folder, 'a.xlsx')
    await writeFile(path, book)
    await withZip(path, async (zip) => {
      const parts = [...zip.entries.keys()].filter((name) => /\.(xml|rels)$/.test(name))
      expect(parts.length).toBeGreaterThan(4)
      for (const part of parts) {
        const faults: string[] = []
        const parser = new SaxesParser()
        parser.on('error', ({ message }) => faults.push(message))
        const pieces: Buffer[] = []
        for await (const piece of zip.read(part)) pieces.push(Buffer.from(piece))
        parser.write(Buffer.concat(pieces).toString()).close()
        expect({ part, faults }).toEqual({ part, faults: [] })
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
