import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { type Row, rowsOf } from './table.ts'
import { tableFile } from './task.ts'

const text = readFileSync(tableFile, 'utf8')
const rows = rowsOf(text)
const twenty = rows.filter(({ number }) => number !== undefined)

test('the twenty commonest tasks take fewer acts than elsewhere in at least seventeen, and none more than one above', () => {
  expect(twenty.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  for (const { title, counted, acts } of twenty)
    expect(acts.ours, title).toBe(counted.clicks + counted.entries + counted.keys)
  const fewer = twenty.filter(({ acts }) => verdict(acts) === 'fewer')
  expect(fewer.length).toBeGreaterThanOrEqual(17)
  expect(twenty.filter(({ acts }) => acts.ours > (best(acts)?.acts ?? acts.ours) + 1)).toEqual([])
  const against = (how: string) => fewer.filter(({ acts }) => (best(acts)?.how ?? 'none') === how)
  const sum = `Fewer acts than either of the others in ${fewer.length} of the 20: in ${against('counted').length} against a counted figure, in \
${against('estimated').length} against an estimate (${numbers(against('estimated'))}), in ${against('none').length} because
neither shows a way at all (${numbers(against('none'))}). As many in ${of('equal').length} (${numbers(of('equal'))}). Not compared in \
${of('unknown').length} (${numbers(of('unknown'))})`
  expect(text).toContain(sum)
})

test('every row of the tables has its script, and every script its row', () => {
  const folder = new URL('.', import.meta.url)
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^task\((['"])(.+?)\1,/gm)])
    .map(([, , title]) => title)
  expect(scripts.toSorted()).toEqual(rows.map(({ title }) => title).toSorted())
})

const of = (wanted: string) => twenty.filter(({ acts }) => verdict(acts) === wanted)
const numbers = (some: typeof twenty) => some.map(({ number }) => number).join(', ')

function verdict(acts: Row['acts']): 'fewer' | 'equal' | 'more' | 'unknown' {
  if ([acts.shopify, acts.medusa].some(({ how }) => how === 'unknown')) return 'unknown'
  const least = best(acts)?.acts ?? Number.POSITIVE_INFINITY
  if (acts.ours < least) return 'fewer'
  return acts.ours === least ? 'equal' : 'more'
}

/** The way with the fewest acts that either of the others has; of two the counted one. */
function best({ shopify, medusa }: Row['acts']) {
  return [shopify, medusa]
    .filter((way): way is typeof way & { acts: number } => way.acts !== undefined)
    .sort((one, other) => one.acts - other.acts || one.how.localeCompare(other.how))[0]
}
