import { type Ctx, instantAt, job, type Tx, todayIn } from "@leashline/kit";
import { VaccineExpiryDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { command, type DB } from "../db.ts";
import { type Expiry, expiring, markReminded } from "./reminders.store.ts";
import { type Settings, vaccineSettings } from "./settings.store.ts";

/** Clients that one commit reminds. */
const CLIENTS = 200;
/** Nobody wants to be told at night. */
const AT = 10 * 60;

/** Whose day it goes by, and in whose name those are told who like no place in particular. */
type Shop = { zone: string; businessId: string };

/** The next ten in the morning of the shop. */
export function nextMorning(zone: string, now = Date.now()): Date {
  const today = todayIn(zone, now);
  const due = instantAt(today, AT, zone);
  return due.getTime() > now ? due : instantAt(Temporal.PlainDate.from(today).add({ days: 1 }).toString(), AT, zone);
}

export const planReminders = (tx: Tx<DB>, { zone, businessId }: Shop): void =>
  tx.schedule(remindersDue, { key: "daily", businessId, dueAt: nextMorning(zone), payload: { zone, businessId } });

function tell(tx: Tx<DB>, found: readonly Expiry[], { remindByText: byText, remindByEmail: byEmail }: Settings, shop: Shop): void {
  for (const [customerId, theirs] of Map.groupBy(found, ({ clientId }) => clientId)) {
    const own = theirs[0]?.businessId ?? "0";
    const vaccines = theirs.map(({ vaccineBindingId, petId, petName, vaccineName, expirationDate }) => ({
      vaccineBindingId,
      petId,
      petName,
      vaccineName,
      expirationDate,
    }));
    const businessId = own === "0" ? shop.businessId : own;
    tx.emit(VaccineExpiryDueSchema, { customerId, businessId, vaccines, byText, byEmail }, { key: `client:${customerId}` });
  }
}

/** Has some clients reminded; answers whether there may be more. What is told and that it was told commit together. */
async function remindSome(tx: Tx<DB>, shop: Shop): Promise<boolean> {
  const settings = await vaccineSettings(tx.db);
  if (settings.remindDaysBefore === 0) return false;
  tx.lock(["vaccine reminders"]);
  const today = todayIn(shop.zone);
  const until = Temporal.PlainDate.from(today).add({ days: settings.remindDaysBefore }).toString();
  const found = await expiring(tx.db, today, until, CLIENTS);
  if (found.length === 0) return false;
  const ids = found.map(({ vaccineBindingId }) => vaccineBindingId);
  await markReminded(tx.db, ids);
  tell(tx, found, settings, shop);
  return true;
}

/** Once a day, as long as the business wants it. */
export const remindersDue = job<Shop>("vaccine-reminders", {
  attempts: 100,
  leaseSeconds: 300,
  run: async (given, shop) => {
    const ctx: Ctx = { ...given, idempotencyKey: "" };
    for (let more = true; more; )
      await command(ctx, async (tx) => {
        more = await remindSome(tx, shop);
        return {};
      });
    await command(ctx, async (tx) => {
      if ((await vaccineSettings(tx.db)).remindDaysBefore > 0) planReminders(tx, shop);
      return {};
    });
  },
});
