/** A cover of an article, 900 by 500: a ground in two tones, a drawing and no words. */
type Cover = { name: string; from: string; to: string; draw: string }

const cup =
  '<path d="M330 190h210v90a105 105 0 0 1-210 0z" fill="#fff"/><path d="M540 205h28a38 38 0 0 1 0 76h-28" fill="none" stroke="#fff" stroke-width="16"/><path d="M380 160c-14-20 14-36 0-58M440 160c-14-20 14-36 0-58M500 160c-14-20 14-36 0-58" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" opacity=".7"/>'
const leaf =
  '<path d="M310 330c0-150 120-210 290-210 0 170-100 270-250 230" fill="#fff" opacity=".92"/><path d="M320 390c40-110 110-170 210-210" fill="none" stroke="#2c6e49" stroke-width="10" stroke-linecap="round"/>'
const box =
  '<path d="M450 110l170 80v150l-170 80-170-80V190z" fill="#fff" opacity=".94"/><path d="M280 190l170 80 170-80M450 270v150" fill="none" stroke="#9a6b3f" stroke-width="8"/><path d="M365 150l170 80v60" fill="none" stroke="#d9a66c" stroke-width="18"/>'
const lamp =
  '<path d="M390 120h120l60 130H330z" fill="#fff"/><path d="M450 250v130M380 388h140" stroke="#fff" stroke-width="14" stroke-linecap="round"/><path d="M340 280l-40 60M560 280l40 60M450 280v0" stroke="#ffe7a3" stroke-width="10" stroke-linecap="round"/>'
const towel =
  '<rect x="290" y="150" width="320" height="70" rx="35" fill="#fff"/><rect x="270" y="225" width="360" height="76" rx="38" fill="#fff" opacity=".88"/><rect x="290" y="306" width="320" height="70" rx="35" fill="#fff" opacity=".76"/>'
const news =
  '<rect x="300" y="110" width="300" height="290" rx="14" fill="#fff"/><path d="M330 160h240M330 210h240M330 250h240M330 290h150" stroke="#c44a38" stroke-width="12" stroke-linecap="round" opacity=".8"/><rect x="510" y="280" width="60" height="80" rx="6" fill="#c44a38" opacity=".5"/>'

export const covers: readonly Cover[] = [
  { name: '文章封面 公告', from: '#d95f45', to: '#f0a37d', draw: news },
  { name: '文章封面 咖啡', from: '#4b342a', to: '#9a6b4f', draw: cup },
  { name: '文章封面 茶叶', from: '#3f7d5a', to: '#9bc79a', draw: leaf },
  { name: '文章封面 毛巾', from: '#4a6fa5', to: '#a9c6e8', draw: towel },
  { name: '文章封面 包装', from: '#b98a56', to: '#e9cfa4', draw: box },
  { name: '文章封面 灯具', from: '#2f3b59', to: '#7483ad', draw: lamp },
]

export const drawCover = ({ from, to, draw }: Cover): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500" viewBox="0 0 900 500"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="900" height="500" fill="url(#g)"/><circle cx="760" cy="90" r="150" fill="#fff" opacity=".08"/><circle cx="110" cy="440" r="190" fill="#fff" opacity=".07"/>${draw}</svg>`
