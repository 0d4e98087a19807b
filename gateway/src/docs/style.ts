/** The look of the reference: that of the product, without its scripts. */
export const style = `
:root { color-scheme: light dark; --page:#f7f5f1; --card:#ffffff; --text:#1f1d1a; --soft:#57524a; --line:#e7e2d9; --accent:#0f6f66; --code:#f0ece5; }
@media (prefers-color-scheme: dark) { :root { --page:#161513; --card:#1e1c1a; --text:#f1ede6; --soft:#b9b2a6; --line:#35322d; --accent:#4fb3a8; --code:#2a2724; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 64px; }
body { margin:0; font:15px/1.55 Inter, system-ui, sans-serif; background:var(--page); color:var(--text); font-variant-numeric: tabular-nums; }
a { color:var(--accent); text-decoration:none; } a:hover, a:focus-visible { text-decoration:underline; }
.skip { position:absolute; left:-999px; } .skip:focus { left:16px; top:8px; background:var(--card); padding:8px; }
header { position:sticky; top:0; display:flex; gap:24px; align-items:center; padding:12px 24px; background:var(--card); border-bottom:1px solid var(--line); z-index:1; }
header .home { font-weight:650; color:var(--text); }
.columns { display:grid; grid-template-columns:260px minmax(0,1fr); max-width:1320px; margin:0 auto; }
nav { padding:16px 16px 48px 24px; border-right:1px solid var(--line); position:sticky; top:49px; align-self:start; max-height:calc(100vh - 49px); overflow:auto; }
nav h2 { font-size:12px; margin:16px 0 4px; color:var(--soft); font-weight:600; }
nav h2::first-letter { text-transform:uppercase; }
nav ul { list-style:none; margin:0; padding:0; } nav a { display:block; padding:2px 8px; border-radius:6px; color:var(--text); }
nav a[aria-current] { background:var(--code); font-weight:600; }
main { padding:24px 32px 96px; min-width:0; }
h1 { font-size:26px; margin:0 0 16px; } h2 { font-size:19px; margin:40px 0 8px; } h2 a { color:inherit; } h3 { font-size:15px; margin:24px 0 8px; }
p { max-width:76ch; margin:8px 0; } .access { color:var(--soft); }
code { font:13px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; background:var(--code); padding:1px 5px; border-radius:4px; overflow-wrap:anywhere; }
pre { background:var(--code); padding:12px 16px; border-radius:8px; overflow:auto; } pre code { padding:0; background:none; overflow-wrap:normal; }
table { border-collapse:collapse; width:100%; margin:8px 0 16px; background:var(--card); border:1px solid var(--line); border-radius:8px; }
td, th { text-align:left; vertical-align:top; padding:6px 12px; border-top:1px solid var(--line); overflow-wrap:anywhere; } thead th, tr:first-child td { border-top:0; }
.fields td:first-child { width:24%; } .fields td:nth-child(2) { width:22%; } .calls td:first-child { width:32%; }
.ways { list-style:none; padding:0; margin:8px 0; display:grid; gap:4px; }
.mark { font-size:12px; color:var(--soft); border:1px solid var(--line); border-radius:999px; padding:0 8px; white-space:nowrap; }
section { border-top:1px solid var(--line); margin-top:32px; } section h2 { margin-top:24px; }
@media (max-width:750px) { .columns { grid-template-columns:minmax(0,1fr); } main { order:1; } nav { order:2; position:static; max-height:none; border-right:0; border-top:1px solid var(--line); } main { padding:16px; } table { display:block; overflow-x:auto; } }
`;
