import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageKind } from '@zhanggui/domain/decor/page.ts'
import { checkPublish } from '@zhanggui/page-kit/check.ts'
import { remove } from '@zhanggui/page-kit/operations.ts'
import type { Page } from '@zhanggui/page-kit/page.ts'
import type { Drawing } from '@zhanggui/page-kit/templates/art.ts'
import type { Template } from '@zhanggui/page-kit/templates/template.ts'
import { drawPicture } from '../../../platform/content/pictures.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { storeFetchedPicture } from '../../file/file/file.service.ts'
import * as pictures from './template-picture.repository.ts'

/** The keys of a template's page are the same in every shop. */
const STAMP = 1_767_225_600_000_000
const GROUP = '装修图片'

export type BuiltIn = { key: string; name: string; type: PageKind; page: Page }

/** Read with their first use: a start needs none of them, and they are drawings. */
const kit = async () => ({
  ...(await import('@zhanggui/page-kit/templates/templates.ts')),
  ...(await import('@zhanggui/page-kit/templates/template.ts')),
})

/** The templates that come with the product, without their pictures. */
export async function listBuiltIn(): Promise<BuiltIn[]> {
  const { templates, pageOf } = await kit()
  return templates.map((template) => ({
    key: template.key,
    name: template.title,
    type: template.type,
    page: pageOf(template, () => '', STAMP),
  }))
}

async function templateOf(key: string): Promise<Template> {
  const template = (await kit()).templates.find((each) => each.key === key)
  if (!template) throw new Error(`there is no template ${key}`)
  return template
}

/** The page of a template without what needs pictures: those of a shop that nobody has set up yet. */
export async function undrawnPage(key: string): Promise<Page> {
  const page = (await kit()).pageOf(await templateOf(key), () => '', STAMP)
  const faulty = new Set(checkPublish(page).flatMap(({ level, componentId }) => (level === 'error' ? componentId : [])))
  return remove(page, [...faulty]).page
}

/** The page of a template with its pictures, which are drawn and stored when they are first asked for. */
export async function drawnPage(ctx: Ctx, key: string): Promise<Page> {
  const template = await templateOf(key)
  const known = await pictures.list(ctx, key)
  const missing = Object.entries(template.pictures).filter(([name]) => !known.has(name))
  const drawn = missing.length ? await draw(ctx, key, missing) : new Map<string, string>()
  return (await kit()).pageOf(template, (name) => known.get(name) ?? drawn.get(name) ?? '', STAMP)
}

async function draw(ctx: Ctx, key: string, drawings: readonly [string, Drawing][]): Promise<Map<string, string>> {
  const folder = join(ctx.platform.config.dataFolder, 'receiving', randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const groupId = await pictures.findGroup(ctx, GROUP)
  const stored = new Map<string, string>()
  try {
    for (const [index, [name, { svg }]] of drawings.entries()) {
      const content = await drawPicture(svg)
      const path = join(folder, String(index))
      await writeFile(path, content)
      const hash = createHash('sha256').update(content).digest('hex')
      const file = { name: `${name}.webp`, extension: 'webp', path, bytes: content.length, hash }
      const { url } = await storeFetchedPicture(ctx, file, groupId)
      stored.set(name, url)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await pictures.remember(ctx, key, [...stored])
  return stored
}
