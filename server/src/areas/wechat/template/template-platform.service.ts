import type { TemplateKind } from '@zhanggui/domain/wechat/default-template.ts'
import { channelOfKind } from '@zhanggui/domain/wechat/default-template.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { callWechat, readWechat, type WechatAccount } from '../../../platform/outside/wechat/wechat-call.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'

/** A template as the account has it. */
export type PlatformTemplate = {
  tempId: string
  title: string
  content: string
  choices: Record<string, string[]>
  isLasting: boolean
}

/** What the library is asked for. */
export type Wanted = { name: string; tempKey: string; kidList: readonly string[]; labels: readonly string[] }

type Json = Record<string, unknown>
const SCENE_LENGTH = 15

export type TemplatePlatform = {
  list(): Promise<PlatformTemplate[]>
  /** Adds one of the library to the account. @returns its id */
  add(wanted: Wanted): Promise<string>
  remove(tempId: string): Promise<void>
}

/** A library whose keywords are others than those that were asked for. */
export class WrongKeywords extends Error {}

/** The templates of one of the shop's accounts. @throws 422 NOT_CONFIGURED */
export async function openTemplates(ctx: Ctx, kind: TemplateKind): Promise<TemplatePlatform> {
  const account = await getWechatAccount(ctx, channelOfKind[kind])
  return kind === 1 ? ofOfficial(account) : ofMini(account)
}

function ofOfficial(account: WechatAccount): TemplatePlatform {
  return {
    list: async () => {
      const { template_list } = await readWechat(account, '/cgi-bin/template/get_all_private_template')
      return rowsOf(template_list).map((row) => ({
        tempId: String(row.template_id ?? ''),
        title: String(row.title ?? ''),
        content: plain(row.content),
        choices: {},
        isLasting: true,
      }))
    },
    add: async ({ tempKey, kidList }) => {
      const body = { template_id_short: tempKey, keyword_name_list: [...kidList] }
      return String((await callWechat(account, '/cgi-bin/template/api_add_template', body)).template_id ?? '')
    },
    remove: async (tempId) => {
      await callWechat(account, '/cgi-bin/template/del_private_template', { template_id: tempId })
    },
  }
}

function ofMini(account: WechatAccount): TemplatePlatform {
  return {
    list: async () => {
      const { data } = await readWechat(account, '/wxaapi/newtmpl/gettemplate')
      return rowsOf(data).map((row) => ({
        tempId: String(row.priTmplId ?? ''),
        title: String(row.title ?? ''),
        content: plain(row.content),
        choices: choicesOf(row.keywordEnumValueList),
        isLasting: Number(row.type) === 3,
      }))
    },
    add: async ({ name, tempKey, kidList, labels }) => {
      // A number that the library uses for something else must not bring a foreign template into the account.
      const { data } = await readWechat(account, '/wxaapi/newtmpl/getpubtemplatekeywords', { tid: tempKey })
      const names = new Map(rowsOf(data).map(({ kid, name: word }) => [String(kid), String(word)]))
      kidList.forEach((kid, at) => {
        const word = names.get(kid)
        if (word === undefined) throw new WrongKeywords(`模板库 ${tempKey} 没有关键词 ${kid}`)
        const label = labels[at]
        if (label && label !== word)
          throw new WrongKeywords(`模板库 ${tempKey} 的关键词 ${kid} 是「${word}」，不是「${label}」`)
      })
      const body = { tid: tempKey, kidList: kidList.map(Number), sceneDesc: [...name].slice(0, SCENE_LENGTH).join('') }
      return String((await callWechat(account, '/wxaapi/newtmpl/addtemplate', body)).priTmplId ?? '')
    },
    remove: async (tempId) => {
      await callWechat(account, '/wxaapi/newtmpl/deltemplate', { priTmplId: tempId })
    },
  }
}

const rowsOf = (list: unknown): Json[] => (Array.isArray(list) ? (list as Json[]) : [])
const plain = (text: unknown): string =>
  String(text ?? '')
    .replaceAll('\r', '')
    .trim()
    .slice(0, 1000)

function choicesOf(list: unknown): Record<string, string[]> {
  return Object.fromEntries(
    rowsOf(list).map(({ keywordCode, enumValueList }) => [
      String(keywordCode),
      Array.isArray(enumValueList) ? enumValueList.map(String) : [],
    ]),
  )
}
