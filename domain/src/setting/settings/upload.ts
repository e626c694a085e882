import { bool, image, int, percent, type SettingFault, select, text, url, type ValuesOf } from './field.ts'

const IMAGES = 'jpg,jpeg,gif,png,webp'
const VIDEOS = 'mp4,webm,mov'
const FILES = 'zip,doc,docx,xls,xlsx,ppt,pptx,csv,txt,pdf,mp3,wma,wav,amr'

/** Where a watermark lies: the squares of a three by three grid. */
const watermarkPlaces = [
  ['northwest', '左上'],
  ['north', '上'],
  ['northeast', '右上'],
  ['west', '左'],
  ['centre', '正中'],
  ['east', '右'],
  ['southwest', '左下'],
  ['south', '下'],
  ['southeast', '右下'],
] as const
const marked = { key: 'watermark_mode', in: ['text', 'image'] }

export const upload = {
  image_max_size: int('图片大小上限', { default: 10, min: 1, max: 50, unit: 'MB' }),
  image_ext_str: text('图片格式', { default: IMAGES, required: true, help: '以逗号分隔，可减不可增' }),
  image_quality: int('图片质量', {
    default: 82,
    min: 40,
    max: 95,
    help: '越大越清晰，文件也越大；对新上传的 JPG、WebP 和缩略图有效',
  }),
  image_max_edge: int('图片最大边长', {
    default: 2000,
    min: 800,
    max: 6000,
    unit: '像素',
    help: '更大的图片上传时缩小；细长的详情图按短边计',
  }),
  watermark_mode: select(
    '水印',
    [
      ['off', '不加'],
      ['text', '文字'],
      ['image', '图片'],
    ],
    { help: '只加在以后上传到素材库的图片上，取消后已加的水印不会去掉；200 像素以内的图标和动图不加' },
  ),
  watermark_text: text('水印文字', { max: 20, visibleIf: { key: 'watermark_mode', in: ['text'] } }),
  watermark_image: image('水印图片', {
    visibleIf: { key: 'watermark_mode', in: ['image'] },
    help: '从素材库选择，建议透明底的 PNG',
  }),
  watermark_place: select('水印位置', watermarkPlaces, { default: 'southeast', visibleIf: marked }),
  watermark_opacity: percent('水印不透明度', { default: 40, min: 5, visibleIf: marked }),
  video_max_size: int('视频大小上限', { default: 200, min: 1, max: 500, unit: 'MB' }),
  video_ext_str: text('视频格式', { default: VIDEOS, required: true, help: '以逗号分隔，可减不可增' }),
  file_max_size: int('文件大小上限', { default: 20, min: 1, max: 500, unit: 'MB' }),
  file_ext_str: text('文件格式', { default: FILES, required: true, help: '以逗号分隔，可减不可增' }),
  localUploadUrl: url('本地文件访问域名', { help: '为空时使用本站地址' }),
  file_is_save: bool('保留本地副本', { default: true, help: '使用云存储时同时保存一份到本地' }),
}

const OWN_PICTURE = /(?:^|\/)public\/\d{4}\/\d\d\/\d\d\/[a-z0-9]{32}\.[a-z0-9]{1,10}$/

function checkWatermark({ watermark_mode, watermark_text, watermark_image }: ValuesOf<typeof upload>): SettingFault[] {
  if (watermark_mode === 'text' && !watermark_text.trim()) return [{ key: 'watermark_text', message: '请填写水印文字' }]
  if (watermark_mode !== 'image' || OWN_PICTURE.test(watermark_image)) return []
  return [{ key: 'watermark_image', message: '请从素材库选择水印图片' }]
}

/** Settings may narrow the types that uploads accept, not widen them. */
export function checkUpload(values: ValuesOf<typeof upload>): SettingFault[] {
  return [...checkWatermark(values), ...checkTypes(values)]
}

function checkTypes(values: ValuesOf<typeof upload>): SettingFault[] {
  return (['image_ext_str', 'video_ext_str', 'file_ext_str'] as const).flatMap((key) => {
    const allowed = upload[key].default.split(',')
    const unknown = extensions(values[key]).filter((extension) => !allowed.includes(extension))
    return unknown.length ? [{ key, message: `${upload[key].label}不支持 ${unknown.join('、')}，请删除` }] : []
  })
}

/** The extensions listed in a text: `jpg, png` → jpg and png. */
export function extensions(list: string): string[] {
  return list
    .split(/[,，\s]+/)
    .filter(Boolean)
    .map((extension) => extension.toLowerCase())
}
