import { create } from "@bufbuild/protobuf";
import { useQuery } from "@connectrpc/connect-query";
import { type AddOn, AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { PriceUnit, type Service, ServiceSchema } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { useMemo } from "react";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { useInfo } from "../../../app/session/session.ts";
import { useServices } from "./useServices.ts";

/** An add-on as it stands on a line. */
export const asService = ({ $typeName: _, isRequiredStaff: dedicatedStaff, ...addOn }: AddOn): Service => {
  const { id, name, description, careType, colorCode, inactive, price, duration, taxId, applicableServiceIds, stayDay } = addOn;
  return create(ServiceSchema, {
    ...{ id, name, description, careType, colorCode, inactive, duration, taxId, applicableServiceIds, stayDay },
    ...(price && { price }),
    ...(addOn.availability && { availability: addOn.availability }),
    ...{ priceUnit: stayDay === StayDay.EVERY ? PriceUnit.PER_DAY : PriceUnit.PER_SESSION, dedicatedStaff, addOn: true },
  });
};

/** The catalog as it is booked from, with the add-ons that go on top of its services. */
export const useSold = () => {
  const businessId = useInfo().business?.id ?? "0";
  const { data: catalog, isError, error } = useServices();
  const found = useQuery(AddOnService.method.listAddOns, { businessId }, { staleTime: LONG_STALE, meta: { quiet: true } });
  const addOns = found.data?.addOns ?? (found.isError ? [] : undefined);
  const data = useMemo(() => catalog && addOns && { services: [...catalog.services, ...addOns.map(asService)] }, [catalog, addOns]);
  return { data, isError, error };
};
