import { type CellReader, type ImportLine, short } from '../sheet-cells.ts'
import type { ShopifyColumn } from './shopify-columns.ts'

type Cells = CellReader<ShopifyColumn>

/** What Matrixify is to do with a product. */
export type ProductCommand = { onlyAdds: boolean; onlyUpdates: boolean }

/** The commands that an import carries out as Matrixify does. MERGE adds or updates, and is meant where none is given. */
const understood = { command: ['NEW', 'MERGE', 'UPDATE'], variantCommand: ['MERGE', 'UPDATE'] } as const

/** Commands in any case and width, as spreadsheets in Chinese write them. */
export function commandOf(cells: Cells, line: ImportLine, name: ShopifyColumn): string {
  return cells.text(line, name).normalize('NFKC').trim().toUpperCase()
}

/**
 * Reads the commands of a product and of its variants. Those that delete, replace or leave out are refused, as are unknown ones:
 * an import never deletes, and adds nothing in place of a row that was to go.
 * @see https://matrixify.app/documentation/list-of-commands-across-matrixify-sheets/
 */
export function readCommands(cells: Cells, lines: readonly ImportLine[]): ProductCommand {
  for (const line of lines)
    for (const name of ['command', 'variantCommand'] as const) {
      const command = commandOf(cells, line, name)
      if (command && !understood[name].some((each) => each === command))
        cells.refuse(line, name, refusalOf(command, understood[name]))
    }
  const [command = ''] = lines.map((line) => commandOf(cells, line, 'command')).filter(Boolean)
  const other = lines.find((line) => ![command, ''].includes(commandOf(cells, line, 'command')))
  if (other) cells.refuse(other, 'command', '与本商品第一行的命令不一致，请改为一致')
  return { onlyAdds: command === 'NEW', onlyUpdates: command === 'UPDATE' }
}

function refusalOf(command: string, known: readonly string[]): string {
  const choice = `${known.slice(0, -1).join('、')} 或 ${known.at(-1)}`
  if (command === 'DELETE' || command === 'IGNORE') return `${command} 的行不导入，导入也不会删除商品，请删除这些行`
  if (command === 'REPLACE') return `导入不会删除后重建，REPLACE 的行不导入，请改为 ${choice}`
  return `「${short(command)}」不是可识别的命令，这样的行不导入，请改为 ${choice}，或清空`
}

/** Whether the tags of a product replace those it has, as an import does; otherwise they are left out with a warning. */
export function replacesTags(cells: Cells, line: ImportLine): boolean {
  const command = commandOf(cells, line, 'tagsCommand')
  if (!command || command === 'REPLACE' || !cells.text(line, 'tags')) return true
  cells.warn(line, 'tagsCommand', `只能整体替换标签，不能执行「${short(command)}」，标签未导入`)
  return false
}

/** Whether the picture of a row is to be added; otherwise it is left out with a warning. */
export function addsPicture(cells: Cells, line: ImportLine): boolean {
  const command = commandOf(cells, line, 'imageCommand')
  if (['', 'MERGE', 'REPLACE'].includes(command) || !cells.text(line, 'picture')) return true
  cells.warn(line, 'imageCommand', `导入只添加图片，不能执行「${short(command)}」，这张图片未导入`)
  return false
}
