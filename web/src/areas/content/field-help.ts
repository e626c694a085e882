import type { AreaHelp, FieldHelp } from '../../kit/form/field-hint.tsx'

export const articleHelp = {
  publishTime: {
    title: '文章发布时间',
    text: '不填为点发布时马上发布；填以后的时间，发布后到那一刻买家才看得到',
    example: '2026-12-12 09:00:00',
  },
  url: {
    title: '文章原文链接',
    text: '文章转自别处时填写，文末显示「阅读原文」；公众号图文回复也打开它，不填则打开商城里的文章',
    example: 'https://mp.weixin.qq.com/s/abc',
  },
} as const satisfies Record<string, FieldHelp>

export const help: AreaHelp = [{ link: '/content/edit', fields: Object.values(articleHelp) }]
