import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { House } from "../house.ts";

export interface Counted {
  /** Transactions that store a visit, and statements inside them with begin and commit, per booking. */
  commits: number;
  statements: number;
  /** Reads of any service outside that transaction, per booking. */
  reads: number;
}

type Entry = { pid: string; service: string; text: string };

/** Lets the database log every statement while the work runs, and counts those that belong to it. */
export async function countStatements({ admin, app }: House, work: () => Promise<void>, bookings: number): Promise<Counted> {
  const file = join(app.data, "logs", "postgres.log");
  const tell = async (settings: readonly string[]) => {
    for (const setting of settings) await admin.query(setting);
    await admin.query("select pg_reload_conf()");
    // Every backend reads its settings anew before its next statement.
    await admin.query("select pg_sleep(0.3)");
  };
  await tell(["alter system set log_statement = 'all'"]);
  const from = statSync(file).size;
  await work();
  const log = readFileSync(file).subarray(from).toString();
  await tell(["alter system reset log_statement"]);
  return counted(entriesOf(log), bookings);
}

function entriesOf(log: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of log.split("\n")) {
    const found = /\[(\d+)\] leashline_([a-z_]+)@\S+ LOG: {2}(?:execute [^:]+|statement): (.*)$/.exec(line);
    if (found) entries.push({ pid: found[1] ?? "", service: found[2] ?? "", text: found[3] ?? "" });
    else {
      const last = entries.at(-1);
      if (last && /^\s/.test(line)) last.text += ` ${line.trim()}`;
    }
  }
  return entries;
}

/** Splits each connection's statements into transactions; a booking's is the one that stores a visit. */
function counted(entries: readonly Entry[], bookings: number): Counted {
  const booked: Entry[][] = [];
  const open = new Map<string, Entry[]>();
  for (const entry of entries.filter(({ service }) => service === "calendar")) {
    if (/^begin/i.test(entry.text)) open.set(entry.pid, [entry]);
    else open.get(entry.pid)?.push(entry);
    if (!/^(commit|rollback)/i.test(entry.text)) continue;
    const whole = open.get(entry.pid) ?? [];
    if (whole.some(({ text }) => /insert into appointment\b/i.test(text))) booked.push(whole);
    open.delete(entry.pid);
  }
  if (booked.length === 0) throw new Error("the database's log shows no booking");
  const asked = entries.filter(
    ({ service, text }) => ["calendar", "customer", "offering", "account"].includes(service) && /transaction_read_only/.test(text),
  );
  const statements = booked.reduce((sum, whole) => sum + whole.length, 0);
  return { commits: booked.length / bookings, statements: statements / bookings, reads: asked.length / bookings };
}
