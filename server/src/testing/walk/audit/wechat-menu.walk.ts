import { type AreaWalk, picture } from './audit-walk.ts'

const menu = (name: string) => ({ button: [{ type: 'view', name, url: 'https://shop.example/h5/' }] })
const reply = (content: string) => ({ keywords: ['发货'], match: 2, type: 'text', data: { content } })

export const wechatMenuWalk: AreaWalk = {
  walks: {
    'wechat-menu.create': () => ({ body: { menu: menu('首页'), version: 0 } }),
    'wechat-menu.draft': () => ({ body: { menu: menu('商城'), version: 1 } }),
    'wechat-menu.restore': async (_, { ctx }) => {
      const { rows } = await ctx.db.execute<{ id: number }>('select max(id)::int as id from wechat_menu_log')
      return { body: { id: rows[0]?.id, version: 2 } }
    },
    'wechat-menu.remove': () => ({}),
    'wechat-material.upload': async () => ({ body: { type: 'image' }, file: ['a.png', await picture('red')] }),
    'wechat-reply.save': () => ({ body: reply('当天发货') }),
    'wechat-reply.update': (ids) => ({ body: { id: ids['wechat-reply.save'], ...reply('次日发货') } }),
    'wechat-reply.useStatus': (ids) => ({ body: { id: ids['wechat-reply.save'], status: false } }),
    'wechat-reply.remove': (ids) => ({ query: { id: ids['wechat-reply.save'] ?? 0 } }),
  },
  elsewhere: {},
}
