import { crc32, deflateRawSync } from 'node:zlib'

type Entry = { name: string; content: Buffer }

const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook with one sheet, except the sheet itself. */
const frame: Entry[] = [
  {
    name: '[Content_Types].xml',
    content: xml(
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    ),
  },
  {
    name: '_rels/.rels',
    content: xml(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
  },
  {
    name: 'xl/workbook.xml',
    content: xml(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: xml(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
  },
]

const sheetOf = (rows: string): Entry => ({
  name: 'xl/worksheets/sheet1.xml',
  content: xml(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`),
})
const headingOf = (titles: readonly string[]) =>
  `<row>${titles.map((title) => `<c t="inlineStr"><is><t>${title}</t></is></c>`).join('')}</row>`

/** A workbook with this many rows below its heading: small, as they are identical. */
export function longWorkbook(heading: readonly string[], rows: number): Buffer {
  const row = `<row>${'<c><v>1</v></c>'.repeat(heading.length)}</row>`
  return zipOf([...frame, sheetOf(headingOf(heading) + row.repeat(rows))])
}

/** A workbook of a few KB that unpacks to this many MB: the same 16 MB under many names. */
export function bombWorkbook(heading: readonly string[], megabytes: number): Buffer {
  const names = Array.from({ length: Math.ceil(megabytes / 16) }, (_, index) => `xl/media/${index}.bin`)
  return zipOf([...frame, sheetOf(headingOf(heading))], {
    names,
    content: Buffer.alloc(16 * 2 ** 20),
  })
}

/** A workbook with this XML as its rows and, where given, as its shared strings. */
export function rawWorkbook(rows: string, strings?: string): Buffer {
  const table: Entry[] =
    strings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', content: xml(`<sst xmlns="${main}">${strings}</sst>`) }]
  const relations = frame.map((entry) =>
    strings !== undefined && entry.name === 'xl/_rels/workbook.xml.rels'
      ? {
          ...entry,
          content: Buffer.from(
            entry.content
              .toString()
              .replace(
                '</Relationships>',
                `<Relationship Id="r2" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
              ),
          ),
        }
      : entry,
  )
  return zipOf([...relations, ...table, sheetOf(rows)])
}

export type RawSheet = { name: string; rows: string; isHidden?: boolean }

/** A workbook of sheets with this XML as their rows; a cell names its number format by its place, from 1. */
export function sheetsWorkbook(sheets: readonly RawSheet[], formats: readonly string[] = []): Buffer {
  const [types, root] = frame
  const relation = (at: number, type: string, target: string) =>
    `<Relationship Id="r${at}" Type="${office}/${type}" Target="${target}"/>`
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
  const places = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`)
  const parts: [name: string, text: string][] = [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
        .map(
          ({ name, isHidden }, at) =>
            `<sheet name="${escaped(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="r${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${sheets
        .map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`))
        .join('')}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${places.join('')}</cellXfs></styleSheet>`,
    ],
    ...sheets.map(
      ({ rows }, at) =>
        [
          `xl/worksheets/sheet${at + 1}.xml`,
          `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
        ] as [string, string],
    ),
  ]
  return zipOf(
    [types, root].flatMap((entry) => entry ?? []).concat(parts.map(([name, text]) => ({ name, content: xml(text) }))),
  )
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const styled = (style: number) => (style ? ` s="${style}"` : '')

/** Cells as workbooks hold them. */
export const rawCells = {
  text: (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`,
  /** @param style the place of its format, from 1 */
  number: (number: string, style = 0) => `<c${styled(style)}><v>${number}</v></c>`,
  truth: (isTrue: boolean) => `<c t="b"><v>${Number(isTrue)}</v></c>`,
  formula: (result?: string) => `<c t="str"><f>A1</f>${result === undefined ? '' : `<v>${escaped(result)}</v>`}</c>`,
  uncounted: () => '<c><f>A1</f></c>',
  error: (error: string) => `<c t="e"><v>${error}</v></c>`,
  row: (cells: readonly string[], isHidden = false) => `<row${isHidden ? ' hidden="1"' : ''}>${cells.join('')}</row>`,
}

/**
 * Makes a zip file.
 * @param shared content stored once and listed in the directory under many names
 */
export function zipOf(entries: readonly Entry[], shared?: { names: readonly string[]; content: Buffer }): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  const add = (names: readonly string[], content: Buffer) => {
    const packed = deflateRawSync(content, { level: 1 })
    const first = Buffer.from(names[0] ?? '')
    // Checksums, sizes and the name's length are the same in an entry's header and in the directory.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(first.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), facts, first, packed])
    for (const name of names) {
      const text = Buffer.from(name)
      const entry = Buffer.alloc(46)
      entry.write('PK\x01\x02', 0, 'latin1')
      facts.copy(entry, 6)
      entry.writeUInt16LE(text.length, 28)
      entry.writeUInt32LE(offset, 42)
      directory.push(Buffer.concat([entry, text]))
    }
    parts.push(head)
    offset += head.length
  }
  for (const { name, content } of entries) add([name], content)
  if (shared) add(shared.names, shared.content)
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}
