/** A member of staff as every list names them: 王掌柜（wang）. */
export function personName(nickName: string | null | undefined, username: string): string {
  if (!nickName || nickName === username) return username
  return username ? `${nickName}（${username}）` : nickName
}

/** The sign-in name in what {@link personName} shows; any other text as it is. */
export function accountIn(text: string): string {
  return /（([^（）]+)）$/.exec(text)?.[1] ?? text
}
