/**
 * The colors and sizes of web/tokens.css. They are written out because mail programs do not support CSS variables. A
 * program that ignores the styles shows plain headings and paragraphs.
 */
export const alertStyles = [
  'body{margin:0;background:#f5f2ec;color:#201b29;font:16px/1.55 "Public Sans",system-ui,"Segoe UI",Roboto,sans-serif}',
  '.page{max-width:600px;margin:0 auto;padding:24px 16px}',
  '.logo{margin:0 0 16px;font-weight:700;font-size:21px}',
  '.logo a,h2 a{color:#5b2d87;text-decoration:none}',
  'h1{margin:0 0 16px;font:600 28px/1.2 "Source Serif 4","Iowan Old Style",Georgia,serif}',
  '.late{margin:0 0 16px;padding:12px 16px;border:1px solid #c67800;border-radius:10px;background:#fff}',
  '.bill{margin:0 0 12px;padding:16px 20px;border:1px solid #dbd7ce;border-radius:14px;background:#fff}',
  '.code{margin:0;color:#5e5969;font-size:14px}',
  'h2{margin:2px 0 10px;font:600 19px/1.35 "Source Serif 4","Iowan Old Style",Georgia,serif}',
  '.what{margin:8px 0 0;font-weight:600}',
  '.source{margin:0;color:#5e5969;font-size:13px}',
  '.why{margin:12px 0 0;padding-top:8px;border-top:1px solid #e9e6de;color:#5e5969;font-size:14px}',
  '.foot{margin:24px 0 0;color:#5e5969;font-size:14px}',
  '.foot a{color:#5b2d87}',
  '@media(prefers-color-scheme:dark){body{background:#110e16;color:#f1eff5}.bill,.late{background:#1b1722;border-color:#3d3748}',
  '.logo a,h2 a,.foot a{color:#c8abef}.code,.source,.why,.foot{color:#b9b5c2}.why{border-color:#2e2836}}',
].join('')
