/** file-name-sanitise (core §5): each of < > : " / \ | ? * becomes an underscore; what the file system or a header cannot carry, too. */
export function safeFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[<>:"/\\|?*]/g, "_")
    .replace(/\p{Cc}/gu, "_")
    .trim();
  const short = clean.length > 120 ? `${clean.slice(0, 100)}${clean.slice(-20)}` : clean;
  return /^\.*$/.test(short) ? "_" : short;
}

/** The name with the extension that fits what the file is. */
export function withExtension(name: string, extension: string): string {
  const fits = new RegExp(`\\.(${extension}${extension === "jpg" ? "|jpeg" : ""})$`, "i");
  return fits.test(name) ? name : `${name}.${extension}`;
}
