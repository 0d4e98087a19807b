/** Characters that turn the direction of what follows, or break its line: with them `gpj.exe` reads as `exe.jpg`. */
const turning = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** What would end its address or stand for another character there: a page that links it as it stands would not find it. */
const addressing = /[#%]/g;

/** The name of a file that is new here. */
export const newFileName = (name: string): string => safeFileName(name.replace(turning, "_").replace(addressing, "_"));

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
