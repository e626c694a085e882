import { bool, secret, select, text, url } from './field.ts'

/** The settings of one cloud, shown while it is selected. */
function cloud<const Prefix extends string>(prefix: Prefix, name: string, uploadType: number) {
  const visibleIf = { key: 'uploadType', in: [uploadType] }
  const fields = {
    endpoint: url(`${name}接入地址`, { visibleIf }),
    region: text(`${name}地域`, { max: 50, visibleIf }),
    bucket: text(`${name}存储空间`, { max: 63, visibleIf }),
    access_key: secret(`${name}访问密钥 AccessKey`, { visibleIf }),
    secret_key: secret(`${name}私有密钥 SecretKey`, { visibleIf }),
    public_url: url(`${name}访问域名`, { visibleIf }),
    private: bool(`${name}私有空间`, { visibleIf, help: '开启后通过签名地址访问' }),
  }
  const named = Object.entries(fields).map(([key, field]) => [`${prefix}_${key}`, field])
  return Object.fromEntries(named) as {
    [Key in keyof typeof fields as `${Prefix}_${Key}`]: (typeof fields)[Key]
  }
}

export const storage = {
  uploadType: select('存储方式', [
    [1, '本地存储'],
    [2, '七牛云'],
    [3, '阿里云 OSS'],
    [4, '腾讯云 COS'],
    [5, '京东云'],
    [6, 'S3 兼容存储'],
  ]),
  ...cloud('qn', '七牛云', 2),
  ...cloud('al', '阿里云', 3),
  ...cloud('tx', '腾讯云', 4),
  ...cloud('jd', '京东云', 5),
  ...cloud('s3', 'S3', 6),
  s3_path_style: bool('S3 路径式地址', { visibleIf: { key: 'uploadType', in: [6] }, help: '自建服务通常需要开启' }),
}
