import type { RegionImport } from '@zhanggui/contract/setting/region.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import {
  hasRegionColumns,
  type PlacedRegion,
  placeRegions,
  readRegionSheet,
  type SheetFault,
} from '@zhanggui/domain/setting/region-import.ts'
import { readSheet, UnreadableSheet } from '../../../platform/content/sheet-reader.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, refuseTaken } from '../../../platform/http/errors.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { tellWait } from '../../../platform/work/sheet-wait.ts'
import * as regions from './region.repository.ts'
import { forgetRegions } from './region.service.ts'

const MAX_ROWS = 20_000
/** Maximum number of changes, and of faults, that are listed. */
const MAX_SHOWN = 100

type Change = RegionImport['changes'][number]

/**
 * Adds the places of a sheet and changes those that differ; places it does not list stay.
 * @param dryRun only reports what would happen
 * @throws 400 for an unreadable sheet, 422 when a line cannot be imported, 409 when two places swap their names
 */
export async function importRegions(ctx: Ctx, [file]: ReceivedFile[], dryRun = false): Promise<RegionImport> {
  if (!file) throw new Error('no file was received')
  const { places, faults } = readRegionSheet(await linesOf(ctx, file))
  const result = await inTransaction(ctx, async (tx) => {
    if (!dryRun) await regions.lockAll(tx)
    const known = new Map((await regions.listPlaces(tx)).map((row) => [row.cityId, row]))
    const { placed, misplaced } = placeRegions([...known.values()], places)
    const given = new Set(places.map(({ cityId }) => cityId))
    const concerns = (cityId: number) => {
      const after = placed.get(cityId)
      return given.has(cityId) || (after !== undefined && !isSame(known.get(cityId), after))
    }
    const wrong = misplaced.filter(({ cityId }) => concerns(cityId))
    const all: SheetFault[] = [
      ...faults,
      ...wrong.map(({ cityId, message }) => ({ line: 0, message: `${cityId} ${message}` })),
    ]
    const changes = places.flatMap(({ cityId }) => changeOf(known.get(cityId), placed.get(cityId)))
    if (!dryRun) {
      const [first] = all
      if (first) throw new Refusal(`文件有 ${all.length} 处错误：${reportFault(first)}`)
      // The full names of places below a renamed one change with it.
      const differing = [...placed.values()].filter((place) => !isSame(known.get(place.cityId), place))
      await refuseTaken(regions.upsert(tx, differing), () => conflict('地区名称与同级地区重复，请分两次导入', 'file'))
      const objectName = `新增 ${count(changes, 'add')} 个，修改 ${count(changes, 'change')} 个`
      await audit(tx, { action: 'import', objectType: 'region', objectId: '', objectName })
    }
    return {
      total: places.length,
      added: count(changes, 'add'),
      changed: count(changes, 'change'),
      unlisted: [...known.keys()].filter((cityId) => !given.has(cityId)).length,
      changes: changes.slice(0, MAX_SHOWN),
      faultCount: all.length,
      faults: all.slice(0, MAX_SHOWN).map(reportFault),
    }
  })
  if (!dryRun) await forgetRegions(ctx)
  return result
}

async function linesOf(ctx: Ctx, { path, extension }: ReceivedFile) {
  const options = { maxRows: MAX_ROWS, onWait: tellWait(ctx), hasColumns: hasRegionColumns }
  try {
    return await readSheet(path, extension === 'csv' ? 'csv' : 'xlsx', options)
  } catch (error) {
    if (error instanceof UnreadableSheet) throw badFields([{ field: 'file', message: error.message }])
    throw error
  }
}

function changeOf(before: PlacedRegion | undefined, after: PlacedRegion | undefined): Change[] {
  if (!after || isSame(before, after)) return []
  const { cityId } = after
  if (!before) return [{ kind: 'add', cityId, before: '', after: after.mergerName }]
  return [{ kind: 'change', cityId, before: formatPlace(before), after: formatPlace(after) }]
}

const fields = ['parentId', 'name', 'areaCode', 'lng', 'lat', 'level', 'mergerName'] as const

function isSame(one: PlacedRegion | undefined, other: PlacedRegion): boolean {
  return one !== undefined && fields.every((field) => one[field] === other[field])
}

function formatPlace({ mergerName, areaCode, lng, lat }: PlacedRegion): string {
  return [mergerName, areaCode, lng && `${lng},${lat}`].filter(Boolean).join(' ')
}

const count = (changes: readonly Change[], kind: Change['kind']) => changes.filter((one) => one.kind === kind).length
const reportFault = ({ line, message }: SheetFault) => (line ? `第 ${line} 行：${message}` : message)
