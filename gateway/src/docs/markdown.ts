import { inline, safe } from "./html.ts";

/** The Markdown our guides are written in: headings, paragraphs, lists, tables, fenced code, inline code, bold, links. */
export function markdown(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at);
    out.push(block.html);
    at = block.next;
  }
  return out.join("\n");
}

interface Block {
  html: string;
  next: number;
}

function blockAt(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? "";
  if (line.trim() === "") return { html: "", next: at + 1 };
  if (line.startsWith("```")) return fence(lines, at);
  const heading = /^(#{1,4}) (.+)$/.exec(line);
  if (heading)
    return {
      html: `<h${heading[1]?.length} id="${slug(heading[2] ?? "")}">${inline(heading[2] ?? "")}</h${heading[1]?.length}>`,
      next: at + 1,
    };
  if (line.startsWith("|")) return table(lines, at);
  if (/^\s*(-|\d+\.) /.test(line)) return list(lines, at);
  const end = endOf(lines, at, (each) => each.trim() !== "" && !/^(```|#|\|)/.test(each) && !/^\s*(-|\d+\.) /.test(each));
  return { html: `<p>${inline(lines.slice(at, end).join(" "))}</p>`, next: end };
}

function fence(lines: readonly string[], at: number): Block {
  const end = endOf(lines, at + 1, (line) => !line.startsWith("```"));
  return { html: `<pre><code>${safe(lines.slice(at + 1, end).join("\n"))}</code></pre>`, next: end + 1 };
}

function table(lines: readonly string[], at: number): Block {
  const end = endOf(lines, at, (line) => line.startsWith("|"));
  const rows = lines.slice(at, end).map((line) =>
    line
      .slice(1, line.lastIndexOf("|"))
      .split("|")
      .map((cell) => inline(cell.trim())),
  );
  const [head = [], , ...body] = rows;
  const row = (cells: string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return {
    html: `<table><thead>${row(head, "th")}</thead><tbody>${body.map((cells) => row(cells, "td")).join("")}</tbody></table>`,
    next: end,
  };
}

function list(lines: readonly string[], at: number): Block {
  const ordered = /^\s*\d+\. /.test(lines[at] ?? "");
  const end = endOf(lines, at, (line) => /^\s*(-|\d+\.) /.test(line) || /^\s{2,}\S/.test(line));
  const items: string[] = [];
  for (const line of lines.slice(at, end)) {
    const item = /^\s*(?:-|\d+\.) (.*)$/.exec(line);
    if (item) items.push(item[1] ?? "");
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  const tag = ordered ? "ol" : "ul";
  return { html: `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</${tag}>`, next: end };
}

function endOf(lines: readonly string[], from: number, goesOn: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && goesOn(lines[at] as string)) at++;
  return at;
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
