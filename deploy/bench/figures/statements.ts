import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../seed/api.ts";
import { type House, quiet } from "../house.ts";

export interface Counted {
  /** Transactions that store a visit, and statements inside them with begin and commit, per booking. */
  commits: number;
  statements: number;
  /** Reads of any service outside that transaction, per booking. */
  reads: number;
}

type Entry = { pid: string; service: string; text: string };

/** Lets the database log every statement while the work runs, and counts those that belong to it. */
export async function countStatements(house: House, work: () => Promise<void>, bookings: number): Promise<Counted> {
  return counted(await logged(house, work), bookings);
}

/** What relays and jobs ask whether there is anything to do or not, as often as their clock says. */
const looks = /kit_outbox_|kit_jobs_due|pg_try_advisory_lock/;

/** How many statements each service sent while something was done, and until nothing followed it any more. */
export async function statementsOf(house: House, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const entries = await logged(house, async () => {
    await work();
    await quietFor(house);
  });
  const counts: Record<string, number> = {};
  for (const { service, text } of entries) if (!looks.test(text)) counts[service] = (counts[service] ?? 0) + 1;
  return counts;
}

export const logOf = ({ app }: Pick<House, "app">): string => join(app.data, "logs", "postgres.log");
const restMs = 1_000;

/** Some reports come from outside, after everything of ours is done: until there was nothing new for a while. */
async function quietFor(house: House): Promise<void> {
  const size = () => entriesOf(readFileSync(logOf(house)).toString()).filter(({ text }) => !looks.test(text)).length;
  let before = -1;
  const isOver = async () => {
    await quiet(house);
    const now = size();
    const rests = now === before;
    before = now;
    return rests || undefined;
  };
  await until(isOver, "a quiet database", restMs);
}

async function logged({ admin, app }: Pick<House, "admin" | "app">, work: () => Promise<void>): Promise<Entry[]> {
  const file = logOf({ app });
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
  return entriesOf(log);
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
