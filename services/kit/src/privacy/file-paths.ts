const form = /\/uploads\/(?:public|private)\/(\d+)\/([0-9a-z]{20})\/[^/"\\<>\s?#]{1,160}/g;

/** The addresses of files that texts name, each once. */
export const filePathsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(form)].map(([path]) => path))),
];

/** The ids of a company's own files that texts name, each once. */
export const fileIdsIn = (texts: readonly string[], companyId: string): string[] => {
  const found = texts.flatMap((text) => [...text.matchAll(form)].flatMap(([, company, id = ""]) => (company === companyId ? [id] : [])));
  return [...new Set(found)];
};
