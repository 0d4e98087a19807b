import { create } from "@bufbuild/protobuf";
import { PriceUnit, type Service, ServiceOptionsSchema, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { amountText, parseMoney } from "../../../ui/format/money.ts";

const number = (value: number | undefined): string => (value ? String(value) : "");

/** A service as its form holds it; a new one begins with the given tax. */
export const serviceValues = (service: Service | undefined, startingTax = "0") => ({
  name: service?.name ?? "",
  description: service?.description ?? "",
  categoryId: service?.categoryId ?? "0",
  price: service ? amountText(service.price) : "",
  priceUnit: String(service?.priceUnit || PriceUnit.PER_SESSION),
  duration: service ? String(service.duration) : "60",
  taxId: service?.taxId ?? startingTax,
  colorCode: service?.colorCode ?? "",
  bookOnlineAvailable: service?.bookOnlineAvailable ?? true,
  inactive: service?.inactive ?? false,
  showBasePrice: String(service?.options?.showBasePrice || ShowPrice.FIXED),
  showDuration: service?.options?.showDuration ?? true,
  canTip: service?.options?.canTip ?? true,
  businessIds: service?.availability?.businessIds ?? [],
  staffIds: service?.availability?.staffIds ?? [],
  petTypes: service?.availability?.petTypes.map((rule) => rule.petType) ?? [],
  weightFrom: number(service?.availability?.weightFrom),
  weightTo: number(service?.availability?.weightTo),
});
export type ServiceValues = ReturnType<typeof serviceValues>;

/** Fields the form sets; one that is named here and empty is cleared. */
export const serviceMask = [
  ...["name", "description", "category_id", "price", "price_unit", "duration", "tax_id", "color_code"],
  ...["book_online_available", "inactive", "availability", "options"],
];

/** What the contract takes. Parts of the availability and of the options that the form does not show stay as they were. */
export const serviceInput = (values: ServiceValues, currencyCode: string, known: Service | undefined) => {
  const { price, priceUnit, duration, businessIds, staffIds, petTypes, weightFrom, weightTo, ...more } = values;
  const { showBasePrice, showDuration, canTip, ...plain } = more;
  const old = known?.availability;
  const money = parseMoney(price || "0", currencyCode);
  return {
    ...plain,
    ...(money && { price: money }),
    priceUnit: Number(priceUnit),
    options: { ...(known?.options ?? create(ServiceOptionsSchema)), showBasePrice: Number(showBasePrice), showDuration, canTip },
    duration: Number(duration) || 0,
    availability: {
      businessIds,
      staffIds,
      petTypes: petTypes.map((petType) => ({ petType, breeds: old?.petTypes.find((rule) => rule.petType === petType)?.breeds ?? [] })),
      petSizeIds: old?.petSizeIds ?? [],
      coatTypes: old?.coatTypes ?? [],
      excludedPetCodeIds: old?.excludedPetCodeIds ?? [],
      weightFrom: Number(weightFrom.replace(",", ".")) || 0,
      weightTo: Number(weightTo.replace(",", ".")) || 0,
    },
  };
};
