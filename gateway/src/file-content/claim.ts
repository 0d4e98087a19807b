import type { Kind } from "./sniff.ts";

const families: Readonly<Record<string, readonly string[]>> = {
  picture: ["png", "jpg", "jpeg", "gif", "webp", "avif", "heic", "heif", "svg"],
  pdf: ["pdf"],
  text: ["txt", "csv"],
  video: ["mp4", "m4v", "mov"],
};
/** Endings that make a device run or open a file as something we never take. */
const never =
  /^(exe|com|scr|msi|dll|bat|cmd|ps1|vbs|js|mjs|jar|apk|app|sh|php|py|pl|html?|xhtml|xml|hta|lnk|iso|dmg|zip|rar|7z|gz|tar|docm|xlsm)$/;

const whatIs: Readonly<Record<string, string>> = {
  "application/pdf": "a PDF",
  "text/plain": "plain text",
  "text/csv": "a CSV file",
  "video/mp4": "a video",
  "image/svg+xml": "a drawing",
  "image/png": "a PNG picture",
  "image/jpeg": "a JPEG picture",
  "image/gif": "a GIF picture",
  "image/webp": "a WebP picture",
};

const familyOf = (extension: string): string | undefined => Object.keys(families).find((name) => families[name]?.includes(extension));

/** What is wrong with the name of a file of this kind, or nothing: a name may say less than the content, never something else. */
export function claimProblem(fileName: string, kind: Kind): string | undefined {
  const claimed = /\.([a-z0-9]{1,6})$/i.exec(fileName)?.[1]?.toLowerCase();
  if (claimed === undefined) return undefined;
  const family = familyOf(claimed);
  if (!never.test(claimed) && (family === undefined || family === familyOf(kind.extension))) return undefined;
  return `The name ends in .${claimed}, but the file is ${whatIs[kind.type] ?? "something else"}.`;
}
