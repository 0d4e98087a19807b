// Are the installed packages those of package-lock.json? Plain JavaScript: it also runs on the machine's own, older Node.
import { existsSync, readFileSync } from "node:fs";

const read = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
const wanted = read("package-lock.json");
const found = read("node_modules/.package-lock.json");
const wrong = Object.entries(wanted).filter(([path, entry]) => {
  if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return false;
  if (found[path] === undefined) return !entry.optional && !entry.peer;
  return found[path].version !== entry.version;
});
process.exit(wrong.length === 0 && existsSync("node_modules/.bin/node") ? 0 : 1);
