const words: Readonly<Record<number, string>> = {
  400: '填写有误',
  401: '未登录',
  403: '没有权限',
  404: '不存在',
  409: '有冲突',
  422: '不允许',
  423: '已锁定',
  428: '待验证',
  429: '太频繁',
}

/** How a call with an HTTP status ended, in a word. */
export function callResult(status: number): string {
  return status < 400 ? '成功' : status < 500 ? (words[status] ?? '被拒绝') : '系统出错'
}
