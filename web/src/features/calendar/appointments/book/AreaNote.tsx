import { useQuery } from "@connectrpc/connect-query";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import Alert from "@mui/material/Alert";
import { addressOf } from "../../../../ui/format/address.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { NO_STAFF } from "../../shared/types.ts";
import { useStaffNames } from "../../shared/useCalendar.ts";
import type { Draft } from "../fields/useBooking.ts";

/** Warns where a client lives outside of where the business, or the staff member on that day, goes. Booking is not refused. */
export const AreaNote = ({ draft: { plan, client } }: { draft: Draft }) => {
  const names = useStaffNames();
  const quiet = { retry: false, meta: { quiet: true } };
  const known = useQuery(
    AddressService.method.listAddresses,
    { customerId: client?.customerId ?? "0" },
    { ...quiet, enabled: client !== undefined },
  );
  const address = addressOf(known.data?.addresses ?? [], plan.addressId);
  const point = address?.lat && address.lng ? { lat: Number(address.lat), lng: Number(address.lng) } : undefined;
  const staffId = plan.staffId === NO_STAFF ? "0" : plan.staffId;
  const asked = { staffId, date: isoToDay(plan.date), locations: [{ zipcode: address?.zipcode ?? "", ...(point && { point }) }] };
  const placed = Boolean(address?.zipcode || point) && asked.date !== undefined;
  const { data } = useQuery(ServiceAreaService.method.queryServiceAreas, asked, { ...quiet, enabled: placed });
  const [found] = data?.locations ?? [];
  if (!address || !data?.hasAreas || !found || found.covered) return null;
  const where = address.zipcode || address.city || "This address";
  const inAreas = found.areas.map((area) => area.areaName).join(", ");
  return (
    <Alert severity="warning">
      {found.areas.length === 0
        ? `Out of area: ${where} is in none of your service areas.`
        : `${where} is in ${inAreas}. ${names.get(plan.staffId) ?? "This person"} goes to ${data.staffAreas.map((area) => area.areaName).join(", ")} on this day.`}
    </Alert>
  );
};
