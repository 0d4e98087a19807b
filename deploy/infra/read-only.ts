import { appendFileSync, closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

const name = "leashline.conf";
/** Either takes as many bytes: on a full disk there is room for what is written over something else. */
const said = (on: boolean) => `default_transaction_read_only = ${on ? "on " : "off"}\n`;

/** Has PostgreSQL read whether it takes writes from a file of ours, which says yes. Answers that file. */
export function prepareReadOnly(cluster: string): string {
  const file = join(cluster, name);
  writeFileSync(file, said(false), { mode: 0o600 });
  const config = join(cluster, "postgresql.conf");
  const include = `include_if_exists '${name}'`;
  if (existsSync(config) && !readFileSync(config, "utf8").includes(include)) appendFileSync(config, `\n${include}\n`);
  return file;
}

/** From its next transaction on every session only reads, or writes again. */
export function setReadOnly(cluster: string, pid: number | undefined, on: boolean): void {
  const file = openSync(join(cluster, name), "r+");
  try {
    writeSync(file, said(on), 0);
  } finally {
    closeSync(file);
  }
  // One that is about to start reads the file by itself.
  if (pid !== undefined) process.kill(pid, "SIGHUP");
}
