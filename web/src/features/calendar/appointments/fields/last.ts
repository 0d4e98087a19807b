import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { amountText } from "../../../../ui/format/money.ts";
import type { Appointment, CalendarStaff, PetService } from "../../shared/types.ts";
import { type DraftLine, ownStaffOf, type Plan, priceOf, splitIn } from "./draft.ts";

/** The newest of a client's appointments that was not called off; they come newest first. */
export const lastOf = (visits: readonly Appointment[]): Appointment | undefined =>
  visits.find(({ status }) => status !== AppointmentStatus.CANCELLED);

type Known = {
  services: readonly Service[];
  pets: readonly { petId: string; lifeStatus: number }[];
  staff: readonly Pick<CalendarStaff, "staffId">[];
};
const PASSED_AWAY = 2;

type Same = Pick<Plan, "lines" | "addressId"> & Partial<Pick<Plan, "staffId">>;

/** What was agreed, without what rules made of its day; undefined where that is what the service costs: then the rules of the new day hold. */
function priceAgain(line: PetService, services: Known["services"]): string | undefined {
  const service = services.find(({ id }) => id === line.serviceId);
  const agreed = amountText(line.priceParts[0]?.amount ?? line.price);
  return service && agreed === priceOf(service, line.staffId, String(line.duration)) ? undefined : agreed;
}

/** What a visit holds, as a new one: its services, staff, prices, lengths and address. Pets, services and staff that are gone stay out. */
export const sameAs = (visit: Appointment, { services, pets, staff }: Known): Same => {
  const works = (id: string) => staff.some((one) => one.staffId === id);
  const comes = (id: string) => pets.some(({ petId, lifeStatus }) => petId === id && lifeStatus !== PASSED_AWAY);
  const lines = visit.petServiceList
    .filter((line) => comes(line.petId) && services.some(({ id }) => id === line.serviceId))
    .map(
      (line): DraftLine => ({
        petId: line.petId,
        serviceId: line.serviceId,
        petDetailId: "0",
        staffId: works(line.staffId) ? ownStaffOf(visit, line) : undefined,
        minutes: String(line.duration),
        price: priceAgain(line, services),
        petName: "",
        name: "",
        ...(line.operationList.every((one) => works(one.staffId)) && splitIn(line)),
        ...(line.addOn && { addOn: true }),
      }),
    );
  return { lines, addressId: visit.addressId, ...(works(visit.staffId) && { staffId: visit.staffId }) };
};
