import { createRequire } from "node:module";
import type sanitize from "sanitize-html";
import { phoneOf } from "./placeholders.ts";

// Loaded with the first HTML, not with the service: with its parsers it is as large as all of this service.
const sanitizer = (): typeof sanitize => createRequire(import.meta.url)("sanitize-html");

const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    ..."a b blockquote br code div em h1 h2 h3 h4 hr i li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul img".split(
      " ",
    ),
  ],
  allowedAttributes: {
    a: ["href", "title"],
    img: ["src", "alt", "width", "height"],
    td: ["colspan", "rowspan", "align"],
    th: ["colspan", "rowspan", "align"],
    "*": ["style"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  allowedStyles: {
    "*": {
      color: [/^#[0-9a-f]{3,8}$/i, /^[a-z]+$/i, /^rgb\([\d, ]+\)$/],
      "background-color": [/^#[0-9a-f]{3,8}$/i, /^[a-z]+$/i],
      "text-align": [/^(left|right|center)$/],
      "font-weight": [/^(normal|bold|\d{3})$/],
      "font-size": [/^\d{1,2}(px|pt|em|%)$/],
      padding: [/^[\d. pxem]+$/],
      margin: [/^[\d. pxem]+$/],
      width: [/^\d{1,4}(px|%)$/],
    },
  },
};

/** HTML that people wrote, without anything that runs, loads code or leads a mail program astray. */
export function sanitizeHtml(html: string): string {
  return sanitizer()(html, ALLOWED).trim();
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** What a mail program without HTML shows. */
export function textOfHtml(html: string): string {
  const broken = html.replace(/<br\s*\/?>|<\/(p|div|h\d|li|tr)>/gi, "\n").replace(/<\/t[dh]>/gi, " ");
  const plain = sanitizer()(broken, { allowedTags: [], allowedAttributes: {} });
  return plain
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** An address ends before a quote or a bracket, which are escaped by now; of what is escaped only an ampersand is part of one. */
const ADDRESS = /https?:\/\/(?:[^\s<&]|&#38;)*(?:[^\s<&.,;:!?)]|&#38;)/g;
const linked = (escaped: string): string => escaped.replace(ADDRESS, (url) => `<a href="${url}">${url}</a>`);

const paragraphs = (text: string, inner: (escaped: string) => string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${inner(escapeHtml(paragraph)).replaceAll("\n", "<br>")}</p>`)
    .join("");

/** Plain text as paragraphs; web addresses become links. */
export const htmlOfText = (text: string): string => paragraphs(text, linked);

/** The same of words that anybody may have written, a visitor of the booking page too: an address in them leads nowhere. */
export const htmlOfWords = (text: string): string => paragraphs(text, (escaped) => escaped);

export type Letterhead = { name: string; address?: string } & ({ phone: string; country: string } | { phone?: undefined });

/** Who something is from, where they are and how they are called, as one line. */
export const footOf = (from: Letterhead): string => [from.name, from.address, from.phone && phoneOf(from)].filter(Boolean).join(" · ");

/** A whole mail: the sender's name, the content (already safe), and who it is from. */
export function letter(content: string, from: Letterhead): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f7f5f1;color:#1f1d1a;font:16px/1.5 system-ui,'Segoe UI',sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px"><div style="background:#ffffff;border:1px solid #e7e2d9;border-radius:10px;padding:24px">
<p style="margin:0 0 16px;font-weight:600">${escapeHtml(from.name)}</p>${content}</div>
<p style="color:#57524a;font-size:13px;margin:16px 0 0">${escapeHtml(footOf(from))}</p></div></body></html>`;
}
