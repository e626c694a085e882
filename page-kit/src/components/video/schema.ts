import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { bool, image, one, slider, text, video as videoField } from '../../fields.ts'

export const video = defineComponent({
  type: 'video',
  title: '视频',
  group: 'basic',
  most: 5,
  icon: 'M4 5.5h12v13H4zM16 10.500l4.500-2.500v8l-4.500-2.500',
  props: t.Object({
    source: one('来源', { upload: '上传', link: '链接' }),
    video: videoField('视频', { visibleIf: { key: 'source', in: ['upload'] }, needed: true }),
    url: videoField('视频地址', {
      visibleIf: { key: 'source', in: ['link'] },
      needed: true,
      help: '以 https:// 开头',
    }),
    cover: image('封面', [750, 422], { needed: true }),
    title: text('视频说明', 20, { help: '读屏软件念给看不见的人听' }),
    autoplay: bool('自动播放', false, { help: '静音播放' }),
    radius: slider('圆角', 0, 30),
  }),
})
