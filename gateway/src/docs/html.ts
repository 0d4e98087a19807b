import { safe } from "../web/escape.ts";

export interface Page {
  title: string;
  body: string;
  /** Address of this page, to mark it in the navigation. */
  path: string;
}

export interface NavGroup {
  title: string;
  links: { href: string; text: string }[];
}

export function layout(page: Page, nav: readonly NavGroup[]): string {
  const groups = nav.map(({ title, links }) => {
    const items = links.map(
      ({ href, text }) => `<li><a href="${href}"${href === page.path ? ' aria-current="page"' : ""}>${safe(text)}</a></li>`,
    );
    return `<h2>${safe(title)}</h2><ul>${items.join("")}</ul>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(page.title)} · Leashline API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="home" href="/docs">Leashline API</a><a href="/docs/guide">Guide</a><a href="/docs/openapi.json">OpenAPI</a></header>
<div class="columns">
<nav aria-label="Reference">${groups.join("")}</nav>
<main id="main"><h1>${safe(page.title)}</h1>${page.body}</main>
</div>
</body>
</html>`;
}
