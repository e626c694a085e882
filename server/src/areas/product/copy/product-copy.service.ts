import type { CopyDraft } from '@zhanggui/contract/product/product-copy.ts'
import { filled, namesOf, pick } from '@zhanggui/domain/fields.ts'
import { recommendFlags } from '@zhanggui/domain/product/product.ts'
import { type CopyPlatform, platformOf } from '@zhanggui/domain/product/product-copy.ts'
import { copiedFields, productFields } from '@zhanggui/domain/product/product-fields.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, tooMany } from '../../../platform/http/errors.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { UnsafeAddress } from '../../../platform/outside/safe-fetch.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { findFirstTemplate } from '../import/product-import.repository.ts'
import { fetchPicture } from '../import/product-import-picture.service.ts'
import { chooseProvider, copyRules } from './product-copy-provider.ts'
import { type Copied, readCopyFile, readText } from './product-copy-source.service.ts'

const LIMIT = { max: 20, seconds: 3600 }
const MAX_PICTURES = 60
/** The number of pictures fetched in parallel, and the time limit, as staff wait for the form. */
const AT_ONCE = 4
const PICTURES_MS = 60_000

/** The current way of copying products. @throws 422 NOT_CONFIGURED */
export async function getCopyConfig(ctx: Ctx) {
  const { key, copyType, platforms, quota } = await chooseProvider(ctx)
  return { copyType, copyNum: await quota(), provider: key, platforms: [...platforms] }
}

/**
 * Reads the product behind a link as a draft of the form. Only its pictures are stored.
 * @throws 422 for an address that may not be fetched, NOT_CONFIGURED, UPSTREAM_REFUSED; 429 above twenty an hour or when no
 *   calls are left; 502 when the page has no product data
 */
export async function copyProduct(
  ctx: Ctx,
  { url, form, pictures = true }: { url: string; form?: CopyPlatform; pictures?: boolean },
): Promise<CopyDraft> {
  const { allowed, resetSeconds } = await ctx.platform.limits.take(`copies ${ctx.actor.userId}`, LIMIT)
  if (!allowed) throw tooMany(resetSeconds)
  const provider = await chooseProvider(ctx)
  return toDraft(ctx, await provider.copy(url, form ?? platformOf(url)), pictures)
}

/**
 * Reads products from a file or pasted text. @throws 400 when it holds none
 */
export async function parseProducts(
  ctx: Ctx,
  received: readonly ReceivedFile[],
  { text, pictures = true }: { text?: string; pictures?: boolean },
): Promise<{ drafts: CopyDraft[] }> {
  const [file] = received
  if (!file && !text) throw badFields([{ field: 'text', message: '请选择文件，或粘贴商品 JSON' }])
  const copied = file ? await readCopyFile(ctx, file) : readText(text ?? '')
  const drafts: CopyDraft[] = []
  for (const each of copied) drafts.push(await toDraft(ctx, each, pictures && copied.length === 1))
  return { drafts }
}

async function toDraft(ctx: Ctx, { source, warnings }: Copied, pictures: boolean): Promise<CopyDraft> {
  const { image = '', sliderImage = [], videoLink = '', specType = false, attr = [], attrValue, content = '' } = source
  const draft: CopyDraft = {
    ...filled(copiedFields, source),
    image,
    sliderImage,
    videoLink,
    specType,
    isSub: attrValue.some(({ brokerage, brokerageTwo }) => brokerage !== undefined || brokerageTwo !== undefined),
    attr: attr.map(({ attrName, attrValues }) => ({ attrName, attrValues })),
    attrValue: attrValue.map(({ id: _1, stockBase: _2, ...sku }) => ({ ...sku, image: sku.image || image })),
    content: cleanRichHtml(content),
    tempId: (await findFirstTemplate(ctx)) ?? 0,
    ...filled(pick(productFields, namesOf(recommendFlags))),
    warnings,
  }
  return pictures ? fetchPictures(ctx, draft) : draft
}

/** Fetches the pictures of a draft into our media library; those that fail keep their address, with a warning. */
async function fetchPictures(ctx: Ctx, draft: CopyDraft): Promise<CopyDraft> {
  const media = await readMedia(ctx)
  const written = [...draft.content.matchAll(/<img[^>]+src="([^"]+)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  )
  const addresses = [draft.image, ...draft.sliderImage, ...draft.attrValue.map(({ image = '' }) => image), ...written]
  const foreign = [...new Set(addresses)].filter((url) => /^https?:\/\//.test(url) && media.toStored(url) === url)
  const waiting = foreign.slice(0, MAX_PICTURES)
  const here = new Map<string, string>()
  const failures: string[] = []
  const signal = AbortSignal.timeout(PICTURES_MS)
  const rules = copyRules(ctx)
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift())
      try {
        if (signal.aborted) throw new UnsafeAddress('对方地址响应超时')
        here.set(url, media.toWire(await fetchPicture(ctx, url, signal, rules)))
      } catch (error) {
        const isExplained = error instanceof UnsafeAddress || error instanceof HttpError
        failures.push(
          `图片未能转存，仍使用原地址：${cutText(url, 200)}（${isExplained ? error.message : '无法连接到对方网站'}）`,
        )
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const replaced = (url: string) => here.get(url) ?? url
  const beyond = foreign.length - MAX_PICTURES
  return {
    ...draft,
    image: replaced(draft.image),
    sliderImage: draft.sliderImage.map(replaced),
    attrValue: draft.attrValue.map((sku) => ({ ...sku, image: replaced(sku.image ?? '') })),
    content: draft.content.replace(/(<img[^>]+src=")([^"]+)"/g, (_, before: string, url: string) => {
      const address = url.replaceAll('&amp;', '&')
      return `${before}${here.get(address) ?? url}"`
    }),
    warnings: [
      ...draft.warnings,
      ...failures,
      ...(beyond > 0 ? [`图片多于${MAX_PICTURES}张，其余${beyond}张仍使用原地址`] : []),
    ],
  }
}
