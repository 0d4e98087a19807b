import { fromWireDate } from "@leashline/kit";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { isBookable } from "./bookable.ts";
import type { OpenShop } from "./shop.ts";

const isClass = ({ careType }: Service): boolean => careType === "GROUP_CLASS";

/** What the page offers now: a group class only while one of it begins on a day that can be booked. Without the calendar's answer it is offered. */
export async function withComingClasses(shop: OpenShop, services: readonly Service[]): Promise<Service[]> {
  const serviceIds = services.filter(isClass).map(({ id }) => id);
  if (serviceIds.length === 0) return [...services];
  const coming = await comingOf(shop, serviceIds);
  return coming ? services.filter((service) => !isClass(service) || coming.has(service.id)) : [...services];
}

async function comingOf(shop: OpenShop, serviceIds: string[]): Promise<Set<string> | null> {
  const asked = { businessId: shop.setting.businessId, serviceIds };
  const answer = await shop.ctx
    .client(ClassHoldService)
    .getOpenClasses(asked)
    .catch(() => null);
  if (!answer) return null;
  const found = answer.classes.flatMap(({ groupClass }) => {
    const [first] = groupClass?.sessions ?? [];
    return groupClass && first && isBookable(shop, { date: fromWireDate(first.date, "date"), startTime: first.startTime })
      ? [groupClass.serviceId]
      : [];
  });
  return new Set(found);
}
