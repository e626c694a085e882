import { crc32 } from 'node:zlib'

/** A file of an archive. */
export type ZipEntry = { name: string; content: Buffer }

/** Names are UTF-8. */
const FLAGS = 0x0800
const VERSION = 20
/** The first day that the format knows. */
const DAY = (1 << 5) | 1

/** Makes a zip of files that are compressed already, such as pictures: they are only stored. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const title = Buffer.from(name, 'utf8')
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(VERSION, 0)
    facts.writeUInt16LE(FLAGS, 2)
    facts.writeUInt16LE(DAY, 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(title.length, 22)
    parts.push(signed(0x04034b50), facts, title, content)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    list.push(signed(0x02014b50), number16(VERSION), facts, place, title)
    offset += 4 + facts.length + title.length + content.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, signed(0x06054b50), end])
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
