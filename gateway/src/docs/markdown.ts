import MarkdownIt from "markdown-it";

const reader = new MarkdownIt();

/** Headings can be linked to: "Safe to retry" is #safe-to-retry. */
reader.core.ruler.push("anchors", ({ tokens }) => {
  for (const [at, token] of tokens.entries()) if (token.type === "heading_open") token.attrSet("id", slug(tokens[at + 1]?.content ?? ""));
});

/** Our guides as HTML; HTML in them is shown, not obeyed. */
export const markdown = (text: string): string => reader.render(text);
/** One line of it, without a paragraph around. */
export const inline = (text: string): string => reader.renderInline(text);

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
