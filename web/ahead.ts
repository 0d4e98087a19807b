import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;
/** The addresses below a path, and the modules that draw them. */
type Page = { path: string; modules: readonly string[] };

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file) => file.type === "chunk");

/** What starts the application. */
export const entriesOf = (bundle: Bundle): Chunk[] => chunksOf(bundle).filter((chunk) => chunk.isEntry && chunk.name === "index");

export const chunkWith = (bundle: Bundle, module: string): Chunk => {
  const found = chunksOf(bundle).find((chunk) => chunk.moduleIds.includes(`${import.meta.dirname}${module}`));
  if (!found) throw new Error(`${module} is in no chunk; web/vite.config.ts names it`);
  return found;
};

/** All files that must be there before one of these can run. */
export const filesFor = (bundle: Bundle, chunks: readonly Chunk[]): Set<string> => {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || files.has(file)) return;
    files.add(file);
    chunk.imports.forEach(add);
  };
  for (const chunk of chunks) add(chunk.fileName);
  return files;
};

const fontLines = (bundle: Bundle, font: RegExp): string[] =>
  Object.keys(bundle)
    .filter((file) => font.test(file))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`);

const pageLines = (bundle: Bundle, pages: readonly Page[]): string[] => {
  const always = filesFor(bundle, entriesOf(bundle));
  return pages.map(({ path, modules }) => {
    const chunks = modules.map((module) => chunkWith(bundle, module));
    const files = [...filesFor(bundle, chunks)].filter((file) => !always.has(file));
    return `<meta name="ahead" data-path="${path}" content="${files.map((file) => `/${file}`).join(" ")}" />`;
  });
};

const START = '<script src="/start.js"></script>';

/**
 * Names in each document its font, so that no text moves when it comes, and in the start page each page's files besides the application itself, so that they are
 * not asked for one after the other. public/start.js reads the latter.
 */
export const fetchAhead = (pages: readonly Page[], font: RegExp): Plugin => ({
  name: "fetch-ahead",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {}, path }) => {
      const lines = [...fontLines(bundle, font), ...(path === "/index.html" ? pageLines(bundle, pages) : [])];
      return html.replace(START, (at) => [...lines, at].join("\n    "));
    },
  },
});
