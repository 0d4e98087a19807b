// Adds to package-lock.json what npm leaves out where a registry holds not every platform's build of a package: `npm ci` wants an entry for each
// optional dependency, also for those of other platforms that it will not install. Run it after `npm install`; it says what it added.
import { readFileSync, writeFileSync } from "node:fs";

const systems = {
  android: "android",
  darwin: "darwin",
  linux: "linux",
  win32: "win32",
  windows: "win32",
  freebsd: "freebsd",
  openbsd: "openbsd",
};
const processors = { arm64: "arm64", x64: "x64", 64: "x64", ia32: "ia32", armv7: "arm", arm: "arm" };

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const added = [];
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    const words = name.split("/").at(-1).split("-");
    const os = words.map((word) => systems[word]).find(Boolean);
    if (lock.packages[path] || !os) continue;
    const cpu = words.map((word) => processors[word]).find(Boolean);
    lock.packages[path] = { version, ...(cpu && { cpu: [cpu] }), ...(entry.dev && { dev: true }), optional: true, os: [os] };
    if (os === "linux" && !words.includes("armv7")) lock.packages[path].libc = [words.includes("musl") ? "musl" : "glibc"];
    added.push(`${name}@${version}`);
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(sorted);
if (added.length > 0 && process.argv[2] !== "--check") writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length > 0 ? `added ${added.join(", ")}` : "package-lock.json is complete");
