import { createElement, Fragment, type ReactNode } from "react";

/** What a text to sign consists of; whatever else stands in it is shown as its words. */
const TAGS = new Set("p br h1 h2 h3 h4 ul ol li blockquote hr strong b em i u s a".split(" "));
const EMPTY = new Set(["br", "hr"]);
const SAFE = /^(https?:|mailto:|tel:)/i;

const shown = (node: Node, key: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  const children = [...node.childNodes].map(shown);
  if (!TAGS.has(tag)) return createElement(Fragment, { key }, ...children);
  if (EMPTY.has(tag)) return createElement(tag, { key });
  const href = node.getAttribute("href") ?? "";
  const link = tag === "a" && SAFE.test(href) ? { href, target: "_blank", rel: "noreferrer" } : {};
  return createElement(tag, { key, ...link }, ...children);
};

/** HTML as elements, built one by one, so that nothing in it can run. */
export const safeText = (html: string): ReactNode[] => [...new DOMParser().parseFromString(html, "text/html").body.childNodes].map(shown);
