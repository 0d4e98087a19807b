import { fail, inList, mustExist, todayIn } from "@leashline/kit";
import { readCorrections, saveCorrections } from "../../corrections/correction.store.ts";
import { type Correction, type Difference, differencesIn, fieldOf, isWayIn, type Own, problemIn } from "../../corrections/correction.ts";
import { ownOf, takeOver } from "../../corrections/own.ts";
import { query } from "../../db.ts";
import type { Opened } from "../client-link.ts";
import { write } from "../write.ts";

/** How the business has them, and what they corrected that it has not taken over. */
export async function ownPart({ shop, link: { customerId } }: Opened) {
  const own = mustExist(await ownOf(shop.ctx, customerId), "session");
  const rows = await query(shop.ctx, (db) => readCorrections(db, [customerId]));
  const states = new Map(rows.map(({ key, state }) => [key, state]));
  const { id: _, ...address } = own.address;
  return {
    own: { ...own.client, ...address },
    corrections: differencesIn(rows, own).map(({ key, label, given }) => ({ label, given, dismissed: states.get(key) === "dismissed" })),
  };
}

function mustBeSo(corrections: readonly Correction[], own: Own, { timezoneName, country }: Opened["shop"]["business"]): void {
  const today = todayIn(timezoneName);
  corrections.forEach((one, at) => {
    const { of, petId } = fieldOf(one.key);
    if (of === "pet" && !own.pets.some((pet) => pet.petId === petId))
      throw fail("PET_NOT_FOUND", { field: inList("corrections", at, "key") });
    const message = problemIn(one, { today, country, addressCountry: own.country });
    if (message) throw fail("PARAMS_INVALID", { field: inList("corrections", at, "given"), message });
  });
}

/** What may hold at once does; the rest waits for the staff. Either way they read of it. */
export async function correct(opened: Opened, corrections: readonly Correction[]): Promise<void> {
  const { shop, link } = opened;
  const { businessId, customerId } = link;
  const own = mustExist(await ownOf(shop.ctx, customerId), "session");
  mustBeSo(corrections, own, shop.business);
  const changed = differencesIn(corrections, own);
  if (changed.length === 0) return;
  const [now, later] = [changed.filter((one) => holdsNow(opened, one)), changed.filter((one) => !holdsNow(opened, one))];
  const parts = [now.length > 0 && `I changed: ${inWords(now)}.`, later.length > 0 && `Please correct: ${inWords(later)}.`];
  await write(opened, parts.filter(Boolean).join(" "), "0", {
    along: async (tx) => {
      await saveCorrections(tx, { businessId, customerId }, later);
      tx.notify("online_booking.requests", { businessId, ids: [] });
    },
    // Whoever has to wait for their turn has changed nothing.
    meanwhile: () => takeOver(shop.ctx, customerId, own, now),
  });
}

const holdsNow = ({ shop }: Opened, { key }: Difference): boolean => shop.setting.correctionsAtOnce && !isWayIn(key);
const inWords = (changes: readonly Difference[]): string =>
  changes.map(({ label, given }) => `${label}: ${given.trim() || "none"}`).join("; ");
