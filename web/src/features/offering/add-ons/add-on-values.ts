import type { AddOn } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { amountText } from "../../../ui/format/money.ts";

export const BOARDING = "BOARDING";

export const isMinutes = (value: string) => (/^\d{0,4}$/.test(value) && Number(value) <= 1440 ? undefined : "Minutes, up to 1440");

/** An add-on as its form holds it; a new one begins with the given tax. */
export const valuesOf = (addOn: AddOn | undefined, startingTax = "0") => ({
  name: addOn?.name ?? "",
  description: addOn?.description ?? "",
  price: addOn ? amountText(addOn.price) : "",
  duration: addOn && addOn.duration > 0 ? String(addOn.duration) : "",
  taxId: addOn?.taxId ?? startingTax,
  colorCode: addOn?.colorCode ?? "",
  isRequiredStaff: addOn?.isRequiredStaff ?? false,
  applicableServiceIds: addOn?.applicableServiceIds ?? [],
  inactive: addOn?.inactive ?? false,
  bookOnlineAvailable: addOn?.bookOnlineAvailable ?? true,
  showBasePrice: String(addOn?.showBasePrice || ShowPrice.FIXED),
  showDuration: addOn?.showDuration ?? true,
  /** Of boarding. */
  stayDay: String(addOn?.stayDay || StayDay.LAST),
});
export type Values = ReturnType<typeof valuesOf>;
export const MASK = [
  "name",
  "description",
  "price",
  "duration",
  "tax_id",
  "color_code",
  "is_required_staff",
  "applicable_service_ids",
  "inactive",
  "book_online_available",
  "show_base_price",
  "show_duration",
];
