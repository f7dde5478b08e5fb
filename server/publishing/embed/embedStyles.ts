const light = {
  surface: '#ffffff',
  line: '#dbd7ce',
  control: '#7c7884',
  text: '#201b29',
  muted: '#5e5969',
  brand: '#5b2d87',
  'on-brand': '#ffffff',
  tint: '#f7f2ff',
  sunken: '#f0eff2',
  halo: '#eee4fd',
  support: '#099052',
  oppose: '#d03c39',
  neutral: '#c67800',
  learning: '#0193ce',
}
const dark: typeof light = {
  surface: '#1b1722',
  line: '#3d3748',
  control: '#7d768a',
  text: '#f1eff5',
  muted: '#b9b5c2',
  brand: '#c8abef',
  'on-brand': '#1e0d2f',
  tint: '#2e203d',
  sunken: '#2c2a31',
  halo: '#3e2956',
  support: '#37b976',
  oppose: '#ed6865',
  neutral: '#f0a63c',
  learning: '#61c4f4',
}

function variables(colors: typeof light): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}

/**
 * The inline styles of the card that other sites embed, with the colors and sizes of web/tokens.css. The card loads no
 * stylesheet and no font. The reader's system decides between light and dark, unless the site requests one of them.
 */
export const embedStyles = [
  `:root{color-scheme:light;${variables(light)}}`,
  `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${variables(dark)}}}`,
  `:root[data-theme=dark]{color-scheme:dark;${variables(dark)}}`,
  '*,::before,::after{box-sizing:border-box;margin:0}html{font-size:16px;scrollbar-width:thin}',
  'body{font:0.875rem/1.45 "Public Sans",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--text)}',
  'main{display:flex;flex-direction:column;gap:0.75rem;min-height:100vh;padding:1.125rem 1.25rem 0.875rem;border:1px solid var(--line);border-radius:0.875rem;background:var(--surface)}',
  'ol,ul{padding:0;list-style:none}a{color:var(--brand)}a:focus-visible{outline:3px solid var(--brand);outline-offset:2px;border-radius:4px}',
  '.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
  '.icon{flex:none;width:1.125rem;height:1.125rem}',
  '.meta{display:flex;flex-wrap:wrap;align-items:center;gap:0.25rem 0.5rem;color:var(--muted);font-size:0.8125rem}',
  '.level{display:inline-flex;align-items:center;gap:0.375rem;font-weight:700;letter-spacing:0.04em}',
  '.code{font-weight:600;color:var(--text)}',
  '.badge{display:inline-flex;align-items:center;gap:0.25rem;margin-inline-start:auto;padding:0.125rem 0.5rem;border-radius:0.375rem;background:var(--tint);color:var(--brand);font-weight:650}',
  '.badge .icon{width:0.875rem;height:0.875rem}',
  '.badge.neutral{background:var(--sunken);color:var(--muted)}.badge.passed{background:var(--brand);color:var(--on-brand)}.badge.rejected{background:none;box-shadow:inset 0 0 0 1px var(--control);color:var(--text)}',
  'h1{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:3;font:600 1.3125rem/1.3 "Source Serif 4","Iowan Old Style",Georgia,serif;text-wrap:pretty}',
  'h1 a{color:inherit;text-decoration:none}h1 a:hover{text-decoration:underline;text-underline-offset:3px}',
  '.progress{display:grid;gap:0.5rem}.steps{display:flex}',
  '.step{position:relative;flex:1;height:1rem}.step:last-child{flex:none;width:1rem}',
  '.step::before{content:"";position:absolute;top:0.4375rem;inset-inline:1rem 0;border-top:2px dashed var(--control)}.step:last-child::before{display:none}',
  '.step::after{content:"";position:absolute;top:0;left:0;width:1rem;height:1rem;border:2px solid var(--control);border-radius:50%;background:var(--surface)}',
  '.step.completed::before{border-top:2px solid var(--brand)}.step.completed::after{border-color:var(--brand);background:var(--brand)}',
  '.step.current::after{border:5px solid var(--brand);box-shadow:0 0 0 3px var(--halo)}',
  '.step.failed::after{border-color:var(--text);background:linear-gradient(45deg,transparent 44%,var(--text) 44% 56%,transparent 56%),linear-gradient(-45deg,transparent 44%,var(--text) 44% 56%,transparent 56%)}',
  '.line{font-weight:600}.line span{font-weight:400;color:var(--muted)}',
  '.event{display:flex;align-items:flex-start;gap:0.5rem;padding:0.5rem 0.625rem;border-radius:0.625rem;background:var(--tint)}.event .icon{color:var(--brand)}',
  '.counts{display:grid;gap:0.5rem}.bar{display:block;width:100%;height:0.625rem}.bar rect{fill:currentColor}',
  '.counts ul{display:flex;flex-wrap:wrap;gap:0.25rem 1rem}.counts li{display:inline-flex;align-items:center;gap:0.375rem}',
  '.support .icon,rect.support{color:var(--support)}.oppose .icon,rect.oppose{color:var(--oppose)}',
  '.neutral .icon,rect.neutral{color:var(--neutral)}.learning .icon,rect.learning{color:var(--learning)}',
  '.note{color:var(--muted);font-size:0.8125rem}',
  'footer{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0.25rem 1rem;margin-top:auto;padding-top:0.75rem;border-top:1px solid var(--line);font-size:0.8125rem}',
  'footer a{font-weight:650;text-underline-offset:3px}.logo{display:block;width:68px;height:24px;color:var(--brand)}',
  '.own{display:block;width:auto;max-width:8rem;height:1.75rem;padding:2px 4px;border-radius:0.25rem;background:#fff;object-fit:contain}',
  '@media(width<22rem){main{padding:0.875rem}h1{font-size:1.125rem}}',
].join('')
