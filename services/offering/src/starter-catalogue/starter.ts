import { decimalsOf, type Tx } from "@leashline/kit";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { saveAddOn } from "../add-ons/add-on.write.ts";
import { type CareTypeName, careTypeFacts, careTypeNames, isCareType } from "../care-types/care-type.ts";
import { ensureCategory } from "../categories/category.store.ts";
import type { DB } from "../db.ts";
import { hasUnit } from "../lodging/lodging-unit.store.ts";
import { listServices, type StoredService } from "../services/service.store.ts";
import { addService } from "../services/service.write.ts";
import { type StarterService, sizes, starterCatalogue, type WeightUnit } from "./catalogue.ts";

type Wanted = { careTypes: readonly string[]; currency: string; taxId: string; weightUnit: WeightUnit };
const everything = { careType: "", categoryId: "0", inactive: null, bookOnlineOnly: false, businessId: "0", keyword: "" };

/** Adds the starter services of the chosen care types that have none yet and can be booked; boarding where there is a room. One caller at a time, so that a repeat adds nothing. */
export async function createStarter(tx: Tx<DB>, wanted: Wanted): Promise<{ services: StoredService[]; addOnCount: number }> {
  tx.lock(["starter-catalogue"]);
  const existing = await listServices(tx.db, everything);
  const hasRooms = await hasUnit(tx.db);
  const names = new Set(existing.map((s) => s.name.toLowerCase()));
  const chosen = (wanted.careTypes.length > 0 ? wanted.careTypes.filter(isCareType) : careTypeNames).filter(
    (careType) => (careType !== "BOARDING" || hasRooms) && !existing.some((s) => s.careType === careType),
  );
  // Where there is no smaller coin the same number of hundreds is the usual price: 75.00 dollars, 7,500 yen.
  const minor = (price: number): string => String(price * 10 ** Math.max(2, decimalsOf(wanted.currency)));
  const services: StoredService[] = [];
  let addOnCount = 0;
  for (const careType of chosen) {
    const { services: wantedServices, addOns } = starterCatalogue[careType];
    for (const [index, entry] of wantedServices.filter((s) => !names.has(s.name.toLowerCase())).entries())
      services.push(await addStarter(tx, careType, entry, index, { ...wanted, minor }));
    for (const addOn of careTypeFacts[careType].addOns ? addOns : []) {
      const stayDay = addOn.everyDay ? StayDay.EVERY : StayDay.UNSPECIFIED;
      const fields = { name: addOn.name, careType, priceMinor: minor(addOn.price), duration: addOn.minutes, taxId: wanted.taxId, stayDay };
      if (await saveAddOn(tx, { ...fields, currency: wanted.currency }, "starter", { skipTaken: true })) addOnCount++;
    }
  }
  return { services, addOnCount };
}

async function addStarter(
  tx: Tx<DB>,
  careType: CareTypeName,
  entry: StarterService,
  index: number,
  { currency, taxId, weightUnit, minor }: Wanted & { minor: (price: number) => string },
): Promise<StoredService> {
  const { words, ...weights } = entry.size ? sizes[weightUnit][entry.size] : { words: "" };
  const categoryId = await ensureCategory(tx.db, { name: entry.category, careType, addOn: false });
  return await addService(
    tx,
    {
      name: entry.name,
      description: words ? `${entry.description}, ${words}.` : entry.description,
      careType,
      categoryId,
      currency,
      taxId,
      priceMinor: minor(entry.price),
      duration: entry.minutes,
      colorCode: shade(careTypeFacts[careType].color, index),
      bookOnlineAvailable: entry.online ?? true,
      availability: {
        ...(entry.petTypes ? { petTypes: entry.petTypes.map((petType) => ({ petType })) } : {}),
        ...weights,
      },
      options: careType === "GROUP_CLASS" ? { numSessions: 6, capacity: 8 } : {},
    },
    "starter",
  );
}

/** Neighbours in one care type get colours that can be told apart, within the care type's own hue. */
export function shade(color: string, index: number): string {
  const factor = 1 + ((index % 5) - 1) * 0.09;
  const part = (from: number): string =>
    Math.min(235, Math.round(Number.parseInt(color.slice(from, from + 2), 16) * factor))
      .toString(16)
      .padStart(2, "0");
  return `#${part(1)}${part(3)}${part(5)}`.toUpperCase();
}
