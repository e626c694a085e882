import { bool, int, type SettingFault, text, url, type ValuesOf } from './field.ts'

const IMAGES = 'jpg,jpeg,gif,png,webp'
const VIDEOS = 'mp4,webm,mov'
const FILES = 'zip,doc,docx,xls,xlsx,ppt,pptx,csv,txt,pdf,mp3,wma,wav,amr'

export const upload = {
  image_max_size: int('图片大小上限', { default: 10, min: 1, max: 50, unit: 'MB' }),
  image_ext_str: text('图片格式', { default: IMAGES, required: true, help: '以逗号分隔，可减不可增' }),
  video_max_size: int('视频大小上限', { default: 200, min: 1, max: 500, unit: 'MB' }),
  video_ext_str: text('视频格式', { default: VIDEOS, required: true, help: '以逗号分隔，可减不可增' }),
  file_max_size: int('文件大小上限', { default: 20, min: 1, max: 500, unit: 'MB' }),
  file_ext_str: text('文件格式', { default: FILES, required: true, help: '以逗号分隔，可减不可增' }),
  localUploadUrl: url('本地文件访问域名', { help: '为空时使用本站地址' }),
  file_is_save: bool('保留本地副本', { default: true, help: '使用云存储时同时保存一份到本地' }),
}

/** Settings may narrow the types that uploads accept, not widen them. */
export function checkUpload(values: ValuesOf<typeof upload>): SettingFault[] {
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
